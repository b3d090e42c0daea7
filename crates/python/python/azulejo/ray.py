"""Questions on a Ray cluster: `pip install ray`, azulejo on every node, and `ray.init(address=…)` before."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from ._chunks import Engine, Folder, Lines, answer_chunk, mapped, reports
from ._chunks import run as _run
from ._progress import Progress

__all__ = ["map", "reports", "run"]


class _Ray(Engine):
    def __init__(self) -> None:
        import ray

        self.ray = ray
        self.died = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError)
        # Workers and nodes may die: their chunks are answered again.
        self.answer = ray.remote(num_cpus=1, max_retries=5)(answer_chunk)

    def submit(self, chunk: list[str], path: Optional[str]) -> Any:
        return self.answer.remote(chunk, path)

    def wait(self, tasks: list[Any]) -> list[Any]:
        ended, _ = self.ray.wait(tasks, num_returns=1)
        return list(ended)

    def result(self, task: Any) -> Any:
        return self.ray.get(task)

    def workers(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 1)) or 1


def map(lines: Lines, chunk: Optional[int] = None, out: Optional[Folder] = None,
        progress: Progress = False) -> Iterator[dict[str, Any]]:
    """The reports of these questions, in order: JSON lines, dicts, or the name of a file of JSON lines.

    With `out`, a folder that all nodes see, the workers write their answers there, and a run that was killed goes on
    where it stopped. `chunk` is how many questions travel together; measured when it is not given. `progress` draws a bar
    where it is true, and is called with the number of answers where it can be.
    """
    return mapped(_Ray(), lines, chunk, out, progress)


def run(lines: Lines, out: Folder, chunk: Optional[int] = None, progress: Progress = False) -> dict[str, Any]:
    """The same into files alone; says how many were answered, and how many had been answered before."""
    return _run(_Ray(), lines, out, chunk, progress)
