"""The verbs of a game as functions, made from the table when they are asked for."""

from __future__ import annotations

import inspect
import json
import keyword
import types
from functools import lru_cache
from typing import Any, Callable, Optional, Union

from . import _azulejo
from ._position import Position
from ._problem import Problem, answered
from ._question import checked, verbs

#: What every function takes beside the options of its verb.
COMMON = ("limits", "draw", "threads")


@lru_cache(maxsize=None)
def table(game: str) -> dict[str, dict[str, Any]]:
    """The verbs of a game by the names that Python knows them by."""
    found = next(entry for entry in verbs()["games"] if entry["name"] == game)
    return {python_name(verb["name"]): verb for verb in found["verbs"]}


def python_name(name: str) -> str:
    """A verb's or an option's name as Python can write it: `import` is `import_`, `fumen decode` is `fumen_decode`."""
    name = name.replace(" ", "_").replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


class Game(types.ModuleType):
    """A game: its verbs are functions."""

    def __init__(self, name: str, game: str) -> None:
        super().__init__(name, f"The verbs of {game} as functions, with the options and answers of the command line's.")
        self.__dict__["_game"] = game

    def __getattr__(self, name: str) -> Any:
        verb = None if name.startswith("__") else table(self._game).get(name)
        if verb is None:
            known = ", ".join(table(self._game)) if not name.startswith("__") else ""
            raise AttributeError(f"{self._game} has no verb `{name}`: expected {known}")
        made = function(self._game, name, verb)
        self.__dict__[name] = made
        return made

    def __dir__(self) -> list[str]:
        return sorted({*table(self._game), "__name__", "__doc__"})


def function(game: str, name: str, verb: dict[str, Any]) -> Callable[..., dict[str, Any]]:
    """The function of a verb."""
    properties = verb["options"].get("properties", {})
    options = {python_name(option): option for option in properties}
    needs_puzzle = verb["puzzle"]

    def asked(puzzle: Any = None, /, *, limits: Any = None, draw: Any = None, threads: int = 1,
              **given: Any) -> dict[str, Any]:
        chosen = {}
        for key, value in given.items():
            if key not in options:
                known = ", ".join(f"`{option}`" for option in options) or "none"
                raise Problem(f"there is no option `{key}`: expected {known}")
            if value is not None:
                chosen[options[key]] = value
        question: dict[str, Any] = {"game": game, "task": verb["name"], "options": chosen}
        if limits is not None:
            question["limits"] = limits
        if draw is not None:
            question["draw"] = draw
        picture = source(question, puzzle) if puzzle is not None else None
        try:
            text = json.dumps(question)
        except (TypeError, ValueError) as error:
            raise Problem(f"an option cannot be written as JSON: {error}") from None
        report: dict[str, Any] = answered(_azulejo.ask(text, picture, checked(threads)))
        return report

    asked.__name__ = asked.__qualname__ = name
    asked.__module__ = f"azulejo.{game}"
    asked.__doc__ = documentation(verb, properties)
    asked.__signature__ = signature(verb, properties)  # type: ignore[attr-defined]
    if not needs_puzzle:
        def asked_about_nothing(**given: Any) -> dict[str, Any]:
            return asked(None, **given)

        for member in ("__name__", "__qualname__", "__module__", "__doc__", "__signature__"):
            setattr(asked_about_nothing, member, getattr(asked, member))
        return asked_about_nothing
    return asked


def source(question: dict[str, Any], puzzle: Any) -> Optional[bytes]:
    """Puts what a question is about into it; a picture goes beside it."""
    if isinstance(puzzle, Position):
        if puzzle.game != question["game"]:
            raise Problem(f"this is a position of {puzzle.game}, not of {question['game']}")
        question.update(puzzle.question())
    elif isinstance(puzzle, (bytes, bytearray)):
        return bytes(puzzle)
    elif isinstance(puzzle, str):
        question["puzzle"] = puzzle
    else:
        question["position"] = puzzle
    return None


def signature(verb: dict[str, Any], properties: dict[str, Any]) -> inspect.Signature:
    """The signature that help shows."""
    empty = inspect.Parameter.empty
    parameters = []
    if verb["puzzle"]:
        parameters.append(inspect.Parameter("puzzle", inspect.Parameter.POSITIONAL_ONLY))
    required = verb["options"].get("required", [])
    named = [(python_name(name), empty if name in required else member.get("default"))
             for name, member in properties.items()]
    common: list[tuple[str, Any]] = [("limits", None), ("draw", None), ("threads", 1)]
    # What must be given comes first, as in any function.
    for name, default in sorted(named, key=lambda pair: pair[1] is not empty) + common:
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(parameters)


def documentation(verb: dict[str, Any], properties: dict[str, Any]) -> str:
    """What the command line's help says."""
    lines = [f"{verb['about']}."]
    if properties:
        lines += ["", "Options:"]
        lines += [f"    {python_name(name)}: {about(member)}" for name, member in properties.items()]
    return "\n".join(lines)


def about(member: Union[dict[str, Any], bool]) -> str:
    """One option in one line."""
    return str(member.get("description", "")).replace("\n", " ") if isinstance(member, dict) else ""
