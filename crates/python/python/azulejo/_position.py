"""Positions: boards to play on, which notebooks draw."""

from __future__ import annotations

from typing import Any, Optional, Union

from . import _azulejo
from ._problem import Problem
from ._question import ask


class Position:
    """A position of a game: where it began, and what was played since. It never changes; `play` gives another one.

    It is made from an id (`flow#3`), a record (`switcher#7 end; end`), a text in any form that `game` reads, or a dict,
    a position as JSON has it.
    """

    __slots__ = ("game", "origin", "played", "_view")

    def __init__(self, puzzle: Union[str, dict[str, Any]], game: Optional[str] = None, moves: tuple[str, ...] = ()) -> None:
        if game is None and isinstance(puzzle, str):
            game = next((name for name in _azulejo.games() if puzzle.lstrip().startswith(
                (f"{name}#", f"{name}:", f"{name}@"))), None)
        if game is None:
            raise Problem("this does not say which game it is of", hint="name it: `Position(text, game=…)`")
        self.game = game
        self.origin = puzzle
        self.played = tuple(moves)
        # What cannot be opened is said at once.
        self._view = self.ask("play")

    def question(self) -> dict[str, Any]:
        """The part of a question that says what it is about."""
        source = "puzzle" if isinstance(self.origin, str) else "position"
        return {"game": self.game, source: self.origin, "moves": list(self.played)}

    def ask(self, verb: str, **options: Any) -> dict[str, Any]:
        """Ask any verb of the game about this position."""
        chosen = {name: value for name, value in options.items() if value is not None}
        return ask({**self.question(), "task": verb, "options": chosen})

    def play(self, *moves: str) -> Position:
        """The position after these moves; a move that is not legal raises `Problem`."""
        return Position(self.origin, self.game, self.played + moves)

    def undo(self) -> Position:
        """The position before the last move."""
        return Position(self.origin, self.game, self.played[:-1])

    def moves(self) -> list[str]:
        """Every legal move in the game's notation."""
        legal: list[str] = self.ask("moves")["moves"]
        return legal

    @property
    def status(self) -> dict[str, Any]:
        """Where the game stands: `{"state": "playing", "player": 0}`, `won`, `lost` or `drawn`."""
        return {name: self._view[name] for name in ("state", "player") if name in self._view}

    @property
    def id(self) -> str:
        """The id that names this position everywhere."""
        name: str = self._view["id"]
        return name

    @property
    def record(self) -> str:
        """The game so far as one line, which every door plays again."""
        beginning: str = Position(self.origin, self.game).id if self.played else self.id
        return f"{beginning} {'; '.join(self.played)}".rstrip()

    @property
    def data(self) -> dict[str, Any]:
        """The position as JSON has it."""
        position: dict[str, Any] = self._view["position"]
        return position

    def svg(self, **draw: Any) -> str:
        """The board as an SVG picture."""
        shown = ask({**self.question(), "task": "show", "draw": draw})
        picture: str = shown["scenes"][0]["svg"]
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Position({self.record!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game, self.data) == (other.game, other.data)

    def __hash__(self) -> int:
        return hash((self.game, self.ask("export")["id"]))

    def __reduce__(self) -> Any:
        return (Position, (self.origin, self.game, self.played))
