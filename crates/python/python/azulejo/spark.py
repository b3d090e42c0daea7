"""Questions on a Spark cluster, through `azulejo batch`: executors need that program on the driver's path, and no package.

`pipe` is for questions that are on Spark already; `map` and `run` are those of the other engines.
"""

from __future__ import annotations

import concurrent.futures
import os
import sys
from typing import Any, Iterator, Optional

from . import _chunks
from ._chunks import Folder, Futures, Lines, mapped, reports, write
from ._chunks import run as _run
from ._progress import Progress

__all__ = ["COMMAND", "map", "pipe", "reports", "run"]

#: What executors run. One thread: the engine owns the cores.
COMMAND = "azulejo batch --threads 1"


def pipe(questions: Any, command: str = COMMAND) -> Any:
    """An RDD of answers, JSON lines, to an RDD of questions, JSON lines.

    A bad line is an answer with `"status": "error"`, so the command's exit code 1 is no failure of the partition.
    """
    _travel()
    # Spark gives a command an empty environment; it is looked for where the driver would look.
    return questions.map(_one_line).pipe(command, env={"PATH": os.environ.get("PATH", os.defpath)}, checkCode=False)


def _one_line(text: str) -> str:
    """A question as the program reads it, which passes over blank lines: one that says nothing is `null`."""
    flat = text.replace("\n", " ").replace("\r", " ")
    return "null" if not flat or flat.isspace() else flat


def _travel() -> None:
    """Lets our functions travel to executors as they are, rather than by their names: azulejo is not there."""
    from pyspark import cloudpickle

    for module in (sys.modules[__name__], _chunks):
        cloudpickle.register_pickle_by_value(module)


class _Lost(Exception):
    """Fewer answers than questions: the program died."""


class _Spark(Futures):
    """Each chunk is a job of one task; as many jobs run at once as there are cores."""

    died = (_Lost,)

    def __init__(self, context: Any, command: str) -> None:
        self.context = context
        self.command = command
        self.jobs = concurrent.futures.ThreadPoolExecutor(max_workers=2 * self.workers())

    def submit(self, chunk: list[str], path: Optional[str]) -> Any:
        return self.jobs.submit(self.answer, chunk, path)

    def answer(self, chunk: list[str], path: Optional[str]) -> Any:
        length = len(chunk)

        def kept(answers: Iterator[str]) -> Iterator[Any]:
            lines = list(answers)
            # What is not whole is not written.
            yield lines if path is None or len(lines) != length else write(lines, path)

        answers = pipe(self.context.parallelize(chunk, 1), self.command).mapPartitions(kept)
        (answered,) = answers.collect()
        if isinstance(answered, list) and len(answered) != length:
            raise _Lost(f"{length} questions had {len(answered)} answers")
        return answered

    def workers(self) -> int:
        return int(self.context.defaultParallelism) or 1


def map(context: Any, lines: Lines, chunk: Optional[int] = None, out: Optional[Folder] = None,
        progress: Progress = False, command: str = COMMAND) -> Iterator[dict[str, Any]]:
    """The reports of these questions, in order: JSON lines, dicts, or the name of a file of JSON lines.

    With `out`, a folder that all executors see, they write their answers there, and a run that was killed goes on where it
    stopped. `chunk` is how many questions travel together; measured when it is not given.
    """
    return mapped(_Spark(context, command), lines, chunk, out, progress)


def run(context: Any, lines: Lines, out: Folder, chunk: Optional[int] = None, progress: Progress = False,
        command: str = COMMAND) -> dict[str, Any]:
    """The same into files alone; says how many were answered, and how many had been answered before."""
    return _run(_Spark(context, command), lines, out, chunk, progress)
