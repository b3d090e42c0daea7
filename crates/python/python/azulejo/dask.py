"""Questions on a Dask cluster: `pip install distributed`, and azulejo on every worker."""

from __future__ import annotations

import os
from typing import Any, Iterator, Optional, Union

from ._chunks import Engine, Lines, Progress, answer_chunk, mapped, reports
from ._chunks import run as _run

__all__ = ["map", "reports", "run"]


class _Dask(Engine):
    def __init__(self, client: Any) -> None:
        import distributed

        self.client = client
        self.first: Any = distributed.wait

    def submit(self, chunk: list[str], path: Optional[str]) -> Any:
        # A worker that dies is no fault of its chunk: it is answered again.
        return self.client.submit(answer_chunk, chunk, path, pure=False, retries=5)

    def wait(self, tasks: list[Any]) -> tuple[list[Any], list[Any]]:
        ended = self.first(tasks, return_when="FIRST_COMPLETED")
        return list(ended.done), list(ended.not_done)

    def result(self, task: Any) -> Any:
        return task.result()

    def workers(self) -> int:
        return sum(self.client.nthreads().values()) or 1


def map(client: Any, lines: Lines, chunk: Optional[int] = None, out: Union[str, "os.PathLike[str]", None] = None,
        progress: Progress = False) -> Iterator[dict[str, Any]]:
    """The reports of these questions, in order: JSON lines, dicts, or the name of a file of JSON lines.

    With `out`, a folder that all workers see, the workers write their answers there, and a run that was killed goes on
    where it stopped. `chunk` is how many questions travel together; measured when it is not given.
    """
    return mapped(_Dask(client), lines, chunk, out, progress)


def run(client: Any, lines: Lines, out: Union[str, "os.PathLike[str]"], chunk: Optional[int] = None,
        progress: Progress = False) -> dict[str, Any]:
    """The same into files alone; says how many were answered, and how many had been answered before."""
    return _run(_Dask(client), lines, out, chunk, progress)
