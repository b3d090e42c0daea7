"""Writes the typed stubs of `azulejo` from the table of verbs: `python stubs.py` writes, `--check` fails when stale."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from azulejo import _azulejo
from azulejo._verbs import COMMON, about, python_name, table

FOLDER = Path(__file__).parent / "python" / "azulejo"
HEAD = '"""{}."""\n\n# Made from the table of verbs by `cargo xtask python stubs`; not to be edited.\n'


def kind(schema: Any) -> str:
    """The Python type of a JSON schema."""
    kinds = list(dict.fromkeys(atoms(schema)))
    if "Any" in kinds:
        return "Any"
    words = [one[1:] for one in kinds if one.startswith("=")]
    others = [one for one in kinds if not one.startswith("=")]
    return " | ".join(([f"Literal[{', '.join(words)}]"] if words else []) + others)


def atoms(schema: Any) -> list[str]:
    """The types that a value may have; a word that it may be begins with `=`."""
    if not isinstance(schema, dict):
        return ["Any"]
    for forms in ("anyOf", "oneOf"):
        if forms in schema:
            return [atom for form in schema[forms] for atom in atoms(form)]
    words = [schema["const"]] if "const" in schema else schema.get("enum")
    if words is not None:
        return ["None" if word is None else f"={word!r}" for word in words]
    types = schema.get("type", "any")
    plain = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "null": "None",
             "object": "dict[str, Any]"}
    return [f"list[{kind(schema.get('items'))}]" if name == "array" else plain.get(name, "Any")
            for name in ([types] if isinstance(types, str) else types)]


def answer_type(name: str, schema: dict[str, Any]) -> list[str]:
    """The report of a verb, as a dict whose members are known."""
    members = {"game": "str", "command": "str", "status": 'Literal["ok", "solved", "impossible", "gave_up"]',
               "verdict": 'Literal["yes", "no", "unknown"]', "elapsed_ms": "float", "proof": "str", "stop": "str",
               "messages": "list[dict[str, Any]]", "scenes": "list[dict[str, Any]]", "nodes": "int", "engine": "str"}
    own = schema.get("properties", {})
    members.update({member: kind(own[member]) for member in own})
    body = [f"        {member!r}: {of}," for member, of in members.items()]
    # By call rather than by class: an answer may have members that are words of Python, such as `move` beside `from`.
    return [f"{name} = TypedDict(", f"    {name!r},", "    {", *body, "    },", "    total=False,", ")"]


def module(game: str, answers: dict[str, Any]) -> str:
    """The stub of a game."""
    lines = [HEAD.format(f"The verbs of {game}"), "from typing import Any, Literal, TypedDict", "",
             "from azulejo import Position", ""]
    for name, verb in table(game).items():
        report = "".join(part.title() for part in name.split("_") if part) + "Report"
        lines += ["", *answer_type(report, answers[verb["name"]]), ""]
        lines += [f"def {name}("]
        if verb["puzzle"]:
            lines += ["    puzzle: str | bytes | dict[str, Any] | Position,", "    /,"]
        # `limits` and its kin always follow, so the star has something behind it.
        lines += ["    *,"]
        options = verb["options"]
        required = options.get("required", [])
        for option, member in sorted(options.get("properties", {}).items(), key=lambda pair: pair[0] not in required):
            given = f"    {python_name(option)}: "
            optional = {"anyOf": [member, {"type": "null"}]}
            lines += [f"{given}{kind(member)}," if option in required else f"{given}{kind(optional)} = ...,"]
        lines += ["    limits: dict[str, int] | None = None,", "    draw: dict[str, Any] | None = None,",
                  "    threads: int = 1,", f") -> {report}:"]
        documented = [f"{python_name(option)}: {about(member)}" for option, member in options.get("properties", {}).items()]
        lines += ['    r"""' + "\n        ".join([f"{verb['about']}.", *documented]) + '"""', "    ..."]
    return "\n".join(lines) + "\n"


def package() -> str:
    """The stub of the package."""
    games = _azulejo.games()
    lines = [HEAD.format("Coloured-grid games")]
    lines += [f"from . import {game} as {game}" for game in games]
    lines += ["from ._position import Position as Position", "from ._problem import Problem as Problem"]
    lines += [f"from ._question import {name} as {name}" for name in ("ask", "ask_batch", "today", "verbs")]
    return "\n".join([*lines, "", "__version__: str", "__all__: list[str]", ""])


def stubs() -> dict[str, str]:
    """Every stub by the name of its file."""
    answers = json.loads(_azulejo.answers())
    made = {f"{game}.pyi": module(game, answers[game]) for game in _azulejo.games()}
    for game in _azulejo.games():
        for name, verb in table(game).items():
            taken = set(COMMON) & {python_name(option) for option in verb["options"].get("properties", {})}
            if taken:
                raise SystemExit(f"{game} {name}: an option is called as what every function takes: {taken}")
    made["__init__.pyi"] = package()
    return made


def stale() -> list[str]:
    """The stubs that are not what the table makes of them."""
    made = stubs()
    kept = {path.name for path in FOLDER.glob("*.pyi") if "not to be edited" in path.read_text()}
    changed = {name for name, text in made.items()
               if not (FOLDER / name).exists() or (FOLDER / name).read_text() != text}
    return sorted(changed | (kept - set(made)))


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(f"stale, make them by `cargo xtask python stubs`: {', '.join(stale())}" if stale() else 0)
    for stub, text in stubs().items():
        (FOLDER / stub).write_text(text)
