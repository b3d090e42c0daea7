"""Coloured-grid games."""

# Made from the table of verbs by `cargo xtask python stubs`; not to be edited.

from . import switcher as switcher
from . import blocky as blocky
from . import flow as flow
from . import tetris as tetris
from . import kami as kami
from ._position import Position as Position
from ._problem import Problem as Problem
from ._question import ask as ask
from ._question import ask_batch as ask_batch
from ._question import today as today
from ._question import verbs as verbs

__version__: str
__all__: list[str]
