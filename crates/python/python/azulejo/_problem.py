"""What is wrong with a question: one exception for all of it."""

from __future__ import annotations

import json
from typing import Any, Optional


class Problem(ValueError):
    """A question that cannot be answered as it is: what is wrong, where, and what to do about it.

    `line` and `column` count from 1 and are None where the fault is at no one place; `all` lists every problem that was
    found, as the command line's JSON has them.
    """

    def __init__(self, message: str, line: Optional[int] = None, column: Optional[int] = None,
                 hint: Optional[str] = None, all: Optional[list[dict[str, Any]]] = None) -> None:
        place = "" if line is None else f"{line}:{column}: "
        advice = "" if hint is None else f"\nhint: {hint}"
        super().__init__(f"{place}{message}{advice}")
        self.message = message
        self.line = line
        self.column = column
        self.hint = hint
        self.all = all if all is not None else []

    def __reduce__(self) -> Any:
        # Exceptions travel between processes by what they were made of.
        return (Problem, (self.message, self.line, self.column, self.hint, self.all))


def answered(result: tuple[Optional[str], Optional[str]]) -> Any:
    """What the native half answered, or the problem that it told."""
    report, problems = result
    if report is not None:
        return json.loads(report)
    found = json.loads(problems or "[]")
    first = found[0]
    raise Problem(first["message"], first["line"], first["column"], first["hint"], found)
