"""Questions on this machine, in the way of the clusters: in chunks, into files, and on after a crash."""

from __future__ import annotations

import concurrent.futures
from typing import Any, Iterator, Optional

from ._chunks import Folder, Futures, Lines, answer_chunk, mapped, reports
from ._chunks import run as _run
from ._progress import Progress
from ._question import checked

__all__ = ["map", "reports", "run"]


class _Local(Futures):
    def __init__(self, threads: int) -> None:
        self.threads = checked(threads)
        # Threads suffice: the interpreter is free while they search.
        self.pool = concurrent.futures.ThreadPoolExecutor(self.threads)

    def submit(self, chunk: list[str], path: Optional[str]) -> Any:
        return self.pool.submit(answer_chunk, chunk, path)

    def workers(self) -> int:
        return self.threads


def map(lines: Lines, chunk: Optional[int] = None, out: Optional[Folder] = None, progress: Progress = False,
        threads: int = 1) -> Iterator[dict[str, Any]]:
    """The reports of these questions, in order: JSON lines, dicts, or the name of a file of JSON lines.

    With `out`, a folder, the answers are kept there, and a run that was killed goes on where it stopped. `chunk` is how
    many questions make a file; measured when it is not given. `progress` draws a bar where it is true, and is called with
    the number of answers where it can be.
    """
    return mapped(_Local(threads), lines, chunk, out, progress)


def run(lines: Lines, out: Folder, chunk: Optional[int] = None, progress: Progress = False,
        threads: int = 1) -> dict[str, Any]:
    """The same into files alone; says how many were answered, and how many had been answered before."""
    return _run(_Local(threads), lines, out, chunk, progress)
