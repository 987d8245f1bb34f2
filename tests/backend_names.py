"""The backends that tests run, as the registry names them."""

from __future__ import annotations

import pytest
from pzc import backends

# Those that are not made of others.
BACKENDS = backends.compared()
EVERY = backends.known()
every_backend = pytest.mark.parametrize("backend", BACKENDS)
