"""Questions where the data is on Spark: each partition through `azulejo batch`, which executors need on their path."""

from __future__ import annotations

from typing import Any

from ._chunks import Lines, read

__all__ = ["pipe"]


def pipe(lines: Any, context: Any = None, partitions: int = 64, command: str = "azulejo batch --threads 1") -> Any:
    """An RDD of answers, JSON lines, to an RDD of questions; or to a file or a list of them, with a `SparkContext`.

    A bad line is an answer with `"status": "error"`, so the command's exit code 1 is no failure of the partition.
    """
    if not hasattr(lines, "pipe"):
        questions: Lines = lines
        lines = context.parallelize(list(read(questions)), partitions)
    return lines.pipe(command, checkCode=False)
