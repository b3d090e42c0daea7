"""Questions as dicts and as JSON lines."""

from __future__ import annotations

import json
from typing import Any, Iterable, Mapping, Optional, Union

from . import _azulejo
from ._problem import Problem, answered

Question = Union[str, bytes, Mapping[str, Any]]


def ask(question: Question, *, threads: int = 1) -> dict[str, Any]:
    """Answer one question, `{"game", "task", "puzzle", "options", "limits"}`, as a dict or as JSON text.

    The report is the command line's `--json`. A question that cannot be answered raises `Problem`.
    """
    if isinstance(question, Mapping):
        try:
            text = json.dumps(question)
        except (TypeError, ValueError) as error:
            raise Problem(f"this is not a question: {error}") from None
    else:
        text = as_line(question)
    report: dict[str, Any] = answered(_azulejo.ask(text, None, checked(threads)))
    return report


def ask_batch(lines: Iterable[Question], threads: int = 1) -> list[str]:
    """Answer many questions: JSON lines in, JSON lines out, in order and as many as came.

    Each answer is the line with its report; a bad line gets `"status": "error"` with its place and reason, and the rest
    goes on. The interpreter is free meanwhile, so that threads of yours can run.
    """
    if isinstance(lines, (str, bytes)):
        raise Problem("expected a list of questions, not one text", hint="`text.splitlines()` makes one of a file")
    return _azulejo.ask_batch([line if type(line) is str else as_line(line) for line in lines], checked(threads))


def as_line(question: Any) -> str:
    """A question as a line of JSON; what is none becomes a line that is refused."""
    if isinstance(question, str):
        return question
    if isinstance(question, (bytes, bytearray)):
        return question.decode("utf-8", "replace")
    try:
        return json.dumps(question)
    except (TypeError, ValueError):
        return json.dumps(repr(question)[:200])


def checked(threads: int) -> int:
    """A number of threads that can be had."""
    if not isinstance(threads, int) or not 1 <= threads <= 256:
        raise Problem(f"{threads!r} is not a number of threads: expected 1 to 256")
    return threads


def verbs() -> dict[str, Any]:
    """What can be asked: every verb of every game with the JSON schema of its options, as `azulejo verbs --json`."""
    table: dict[str, Any] = json.loads(_azulejo.verbs())
    return table


def today(date: Optional[str] = None) -> dict[str, Any]:
    """The puzzles of a day, `2026-11-16`; of today in Greenwich when nothing is said."""
    found: dict[str, Any] = answered(_azulejo.today(date))
    return found
