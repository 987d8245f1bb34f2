"""The pool of workers: one for quick questions, a few for those that need a solver.

A worker that exceeds its time is killed and another one started; the parts that it gave are kept.
So no question can block later ones, whatever phase or library it is stuck in.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from .questions import QUICK

# The longest line of an answer, which contains a picture, in bytes.
LINE_BYTES = 1 << 26
QUICK_SECONDS = 20.0
SOLVERS = 2


class Worker:
    """A process, started with its first question. command: by default, this module `worker`."""

    def __init__(self, memory: int, command: Sequence[str] = ()) -> None:
        self.command = command or (sys.executable, "-m", f"{__package__}.worker", str(memory))
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, name: str, request: Any, seconds: float) -> AsyncIterator[dict[str, Any]]:
        """The parts of an answer; the last one says whether it was ended. seconds: its limit."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        whole = False
        try:
            process = await self._started()
            assert process.stdin is not None and process.stdout is not None
            line = json.dumps({"question": name, "request": request}) + "\n"
            process.stdin.write(line.encode())
            await process.stdin.drain()
            while True:
                left = deadline - loop.time()
                answer = await asyncio.wait_for(process.stdout.readline(), max(0.0, left))
                if not answer:
                    yield {"error": "memory" if await self._starved() else "died"}
                    return
                part = json.loads(answer)
                if part.get("end"):
                    whole = True
                    return
                yield part
        except TimeoutError:
            yield {"error": "time"}
        except (ConnectionError, OSError):
            yield {"error": "died"}
        finally:
            if not whole:  # also if the client is gone
                await self.end()

    async def end(self) -> None:
        """End the process; the next question starts another one."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _starved(self) -> bool:
        """Whether a process that ended ran out of memory: a library in C++ aborts then."""
        if self.process is None:
            return False
        code = await self.process.wait()
        return code in (-6, -9, -11)

    async def _started(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        return self.process


class Workers:
    """The pool. seconds: the limit of a question for a solver; memory: of each worker, in bytes."""

    def __init__(self, seconds: float, memory: int) -> None:
        self.seconds = seconds
        self._quick = [Worker(memory)]
        self._slow = [Worker(memory) for _ in range(SOLVERS)]
        self._idle = {True: asyncio.Queue[Worker](), False: asyncio.Queue[Worker]()}
        for worker in self._quick:
            self._idle[True].put_nowait(worker)
        for worker in self._slow:
            self._idle[False].put_nowait(worker)

    async def ask(self, name: str, request: Any) -> AsyncIterator[dict[str, Any]]:
        """The parts of an answer, from the next free worker."""
        quick = name in QUICK
        async with self._free(quick) as worker:
            parts = worker.ask(name, request, QUICK_SECONDS if quick else self.seconds)
            try:
                async for part in parts:
                    yield part
            finally:
                await parts.aclose()  # type: ignore[attr-defined]

    async def end(self) -> None:
        for worker in (*self._quick, *self._slow):
            await worker.end()

    @asynccontextmanager
    async def _free(self, quick: bool) -> AsyncIterator[Worker]:
        queue = self._idle[quick]
        worker = await queue.get()
        try:
            yield worker
        finally:
            queue.put_nowait(worker)
