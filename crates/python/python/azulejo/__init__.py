"""Coloured-grid games: play them, solve them, and know that the answer is right.

Every verb of every game is a function of the game's module, made from the same table as the command line's flags:

>>> import azulejo
>>> azulejo.flow.solve("A..\\n.B.\\nB.A\\n")["status"]
'impossible'

`ask` takes a whole question, `ask_batch` many of them as JSON lines, `Position` is a board to play on, which notebooks
draw. What is wrong with a question is a `Problem`. Ctrl-C ends any search. `azulejo.dask`, `azulejo.ray` and
`azulejo.spark` answer questions on clusters.
"""

import sys as _sys

from . import _azulejo
from ._azulejo import __version__
from ._position import Position
from ._problem import Problem
from ._question import ask, ask_batch, today, verbs
from ._verbs import Game as _Game

for _name in _azulejo.games():
    # A module that makes its functions when they are asked for: importing stays quick.
    globals()[_name] = _sys.modules[f"{__name__}.{_name}"] = _Game(f"{__name__}.{_name}", _name)

__all__ = ["Position", "Problem", "__version__", "ask", "ask_batch", "today", "verbs", *_azulejo.games()]
