"""Many puzzles of one spec, each rated independently of the others, as `batch` solves them."""

from __future__ import annotations

from ..records import record
from .answered import Answered, Status, answered, encode
from .batch import TimedAnswering
from .explain.json import rating_as_json
from .explain.position import State
from .explain.rating import rate
from .puzzles import Puzzle
from .spec import Spec

_STATUS = {
    State.FINISHED: Status.RATED,
    State.UNDECIDED: Status.NOT_UNIQUE,
    State.NO_SOLUTION: Status.NO_SOLUTION,
}


@record(frozen=False, eq=False)
class RatingBatch(TimedAnswering):
    """Rates puzzles of one spec.

    timeout: of each, in seconds. whole: see `TimedAnswering.text_of`.
    """

    spec: Spec
    timeout: float | None = None
    whole: bool = False

    def work(self, puzzle: Puzzle, deadline: float | None) -> Answered:
        rating = rate(self.spec, self.text_of(puzzle, self.whole), timeout=self.timeout)
        document = encode(rating_as_json(rating))
        return answered(puzzle, _STATUS[rating.state], "rating", document)

    def unfinished(self, puzzle: Puzzle, status: Status) -> Answered:
        return answered(puzzle, status, "rating", "null")
