"""Questions on a Dask cluster: `pip install distributed`, and azulejo on every worker."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from ._chunks import Engine, Folder, Lines, answer_chunk, mapped, reports
from ._chunks import run as _run
from ._progress import Progress

__all__ = ["map", "reports", "run"]


class _Dask(Engine):
    def __init__(self, client: Any) -> None:
        import distributed

        self.client = client
        self.first: Any = distributed.wait
        self.died = (distributed.KilledWorker,)

    def submit(self, chunk: list[str], path: Optional[str]) -> Any:
        # A worker that dies is no fault of its chunk: it is answered again. A failing disk may recover.
        return self.client.submit(answer_chunk, chunk, path, pure=False, retries=5)

    def wait(self, tasks: list[Any]) -> list[Any]:
        return list(self.first(tasks, return_when="FIRST_COMPLETED").done)

    def result(self, task: Any) -> Any:
        return task.result()

    def workers(self) -> int:
        return sum(self.client.nthreads().values()) or 1


def map(client: Any, lines: Lines, chunk: Optional[int] = None, out: Optional[Folder] = None,
        progress: Progress = False) -> Iterator[dict[str, Any]]:
    """The reports of these questions, in order: JSON lines, dicts, or the name of a file of JSON lines.

    With `out`, a folder that all workers see, the workers write their answers there, and a run that was killed goes on
    where it stopped. `chunk` is how many questions travel together; measured when it is not given. `progress` draws a bar
    where it is true, and is called with the number of answers where it can be.
    """
    return mapped(_Dask(client), lines, chunk, out, progress)


def run(client: Any, lines: Lines, out: Folder, chunk: Optional[int] = None,
        progress: Progress = False) -> dict[str, Any]:
    """The same into files alone; says how many were answered, and how many had been answered before."""
    return _run(_Dask(client), lines, out, chunk, progress)
