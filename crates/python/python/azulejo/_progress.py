"""A bar that says how far a run is, how quick, and how long it will take."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Callable, Optional, TextIO, Union

Progress = Union[bool, Callable[[int], None]]

#: Seconds between two drawings of the bar, and its cells.
PAUSE, CELLS = 0.2, 24


class Bar:
    """`██████······  52 %  1,040,000 of 2,000,000  21,300 a second  45 s left` on standard error."""

    def __init__(self, total: Optional[int], to: Optional[TextIO] = None) -> None:
        self.total = total
        self.to = to or sys.stderr
        self.begun = time.monotonic()
        self.shown = -PAUSE
        self.first: Optional[int] = None
        self.done = 0

    def __call__(self, done: int) -> None:
        # What an earlier run did says nothing about the speed of this one.
        self.first = done if self.first is None else self.first
        self.done = done
        now = time.monotonic()
        if now - self.shown >= PAUSE:
            self.shown = now
            print(f"\r{self.text(now - self.begun)}\x1b[K", end="", file=self.to, flush=True)

    def text(self, seconds: float) -> str:
        """What the bar says after so many seconds."""
        rate = (self.done - (self.first or 0)) / max(seconds, 1e-9)
        if not self.total:
            return f"{self.done:,} answered  {rate:,.0f} a second"
        part = min(1.0, self.done / self.total)
        bar = "█" * round(CELLS * part) + "·" * (CELLS - round(CELLS * part))
        left = f"  {(self.total - self.done) / rate:,.0f} s left" if rate > 0 and self.done < self.total else ""
        return f"{bar} {part:4.0%}  {self.done:,} of {self.total:,}  {rate:,.0f} a second{left}"

    def end(self) -> None:
        """Draws the bar for the last time."""
        print(f"\r{self.text(time.monotonic() - self.begun)}\x1b[K", file=self.to, flush=True)


class Told:
    """Somebody who wants to be told how many are answered, or nobody."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self.tell = tell

    def __call__(self, done: int) -> None:
        self.tell(done)

    def end(self) -> None:
        """There is nothing to end."""


def teller(progress: Progress, lines: Any) -> Union[Bar, Told]:
    """Who is told how many questions are answered."""
    if callable(progress):
        return Told(progress)
    return Bar(count(lines)) if progress else Told(lambda done: None)


def count(lines: Any) -> Optional[int]:
    """How many questions there are, where that is known or quickly counted."""
    if isinstance(lines, (str, os.PathLike)):
        if os.fspath(lines).endswith(".gz"):
            return None
        with open(lines, "rb") as file:
            return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
    return len(lines) if hasattr(lines, "__len__") else None
