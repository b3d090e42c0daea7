"""The verbs of kami."""

# Made from the table of verbs by `cargo xtask python stubs`; not to be edited.

from typing import Any, Literal, TypedDict

from azulejo import Position


SolveReport = TypedDict(
    'SolveReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'moves': list[dict[str, Any]] | None,
        'optimal': bool,
        'lower_bound': int | None,
        'target': int | None,
        'line': list[str] | None,
    },
    total=False,
)

def solve(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    moves: int | None = ...,
    first: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SolveReport:
    r"""Find a shortest solution and prove that none is shorter.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in
        moves: At most this many moves; a proven no when they are too few
        first: Take the first solution, proven shortest or not"""
    ...

HintReport = TypedDict(
    'HintReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'hint': dict[str, Any] | None,
        'cell': str | None,
        'vertex': int | None,
        'color': int | None,
        'distance': int | None,
        'lower_bound': int | None,
        'move': str | None,
        'line': list[str],
        'reason': str | None,
        'cells': list[list[int]],
        'handles': list[str],
    },
    total=False,
)

def hint(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    moves: int | None = ...,
    left: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> HintReport:
    r"""Name the next move of a shortest solution.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in
        moves: Moves that are left; a proven no when they are too few
        left: Keep to the moves that the level has left"""
    ...

PaintReport = TypedDict(
    'PaintReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'board': list[list[int]] | list[int],
        'level': dict[str, Any],
        'text': str,
        'id': str,
        'changed': bool,
        'done': bool,
    },
    total=False,
)

def paint(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    move: str,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PaintReport:
    r"""Paint a region and give the board after it.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in
        move: A cell and a colour, `E1 3`; on a graph a vertex and a colour, `4 3`"""
    ...

GraphReport = TypedDict(
    'GraphReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'L': dict[str, Any],
        'C': dict[str, Any],
    },
    total=False,
)

def graph(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    names: list[int] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GraphReport:
    r"""Give the board's regions as the course text's two dictionaries.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in
        names: Vertices that name their regions, such as `4,14,24`: any cell does, the first one does unless another is given"""
    ...

PaintVertexReport = TypedDict(
    'PaintVertexReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'Lp': dict[str, Any],
        'Cp': dict[str, Any],
    },
    total=False,
)

def paint_vertex(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    vertex: int,
    to: int,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    names: list[int] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PaintVertexReport:
    r"""Paint a vertex of the course text's graph and give its two dictionaries after it.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in
        vertex: The vertex: the number of any cell of its region, in reading order from 0
        to: Its new colour
        names: Vertices that name their regions, such as `14,24`; the vertex that is painted keeps its name"""
    ...

MatrixReport = TypedDict(
    'MatrixReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'difficulty': int,
        'moves': int,
        'colors': int,
        'matrix': list[list[int]],
    },
    total=False,
)

def matrix(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> MatrixReport:
    r"""Give a board as the course text's matrix with its frame of zeros.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in"""
    ...

BuscaReport = TypedDict(
    'BuscaReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'vertex': int,
        'color': int,
    },
    total=False,
)

def busca(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    moves: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> BuscaReport:
    r"""Search as the course text does, trying every vertex with every colour of the graph.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in
        moves: The moves that are left; those of the level by default"""
    ...

ShowReport = TypedDict(
    'ShowReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'id': str,
        'position': dict[str, Any],
        'seats': int,
        'bot': str | None,
        'clock': int | None,
        'facts': list[dict[str, Any]],
        'ui': dict[str, Any] | None,
        'controls': list[dict[str, Any]] | None,
        'regions': int,
        'level': dict[str, Any],
    },
    total=False,
)

def show(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ShowReport:
    r"""Draw a board.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in"""
    ...

RateReport = TypedDict(
    'RateReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'difficulty': str | None,
        'score': float | None,
        'reasons': list[str],
        'lower_bound': int | None,
    },
    total=False,
)

def rate(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> RateReport:
    r"""Say how hard a puzzle is, and why.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in"""
    ...

GenerateReport = TypedDict(
    'GenerateReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'levels': list[dict[str, Any]],
        'setup': str,
    },
    total=False,
)

def generate(
    *,
    size: str | None = ...,
    colors: int | None = ...,
    regions: int | None = ...,
    moves: int | None = ...,
    triangles: bool | None = ...,
    seed: int | str | None = ...,
    number: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GenerateReport:
    r"""Make levels whose move limit is the proven optimum.
        size: Rows and columns, 2 to 40 each
        colors: How many colours
        regions: About this many regions
        moves: Exactly this many moves
        triangles: Triangles, as in Kami 2
        seed: The seed of the first level, a number or any text; the others follow
        number: How many levels"""
    ...

NewReport = TypedDict(
    'NewReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'id': str,
        'seed': str,
        'position': dict[str, Any],
    },
    total=False,
)

def new(
    *,
    size: str | None = ...,
    colors: int | None = ...,
    regions: int | None = ...,
    moves: int | None = ...,
    triangles: bool | None = ...,
    setup: str | None = ...,
    seed: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> NewReport:
    r"""Begin a new level by a seed; its move limit is the proven optimum.
        size: Rows and columns, 2 to 40 each
        colors: How many colours
        regions: About this many regions
        moves: Exactly this many moves
        triangles: Triangles, as in Kami 2
        setup: All of these at once, in the notation of ids: `10x10c4r30m7`
        seed: The seed: a number or any text"""
    ...

PlayReport = TypedDict(
    'PlayReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'id': str,
        'position': dict[str, Any],
        'seats': int,
        'bot': str | None,
        'clock': int | None,
        'facts': list[dict[str, Any]],
        'ui': dict[str, Any] | None,
        'controls': list[dict[str, Any]] | None,
    },
    total=False,
)

def play(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PlayReport:
    r"""Play moves on a position, and give all there is to show of it.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in"""
    ...

MovesReport = TypedDict(
    'MovesReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'moves': list[str],
    },
    total=False,
)

def moves(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> MovesReport:
    r"""List every legal move.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in"""
    ...

CheckReport = TypedDict(
    'CheckReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'solved': bool,
        'violations': list[dict[str, Any]],
    },
    total=False,
)

def check(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> CheckReport:
    r"""Name every rule that a position breaks, with its cells.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in"""
    ...

ExportReport = TypedDict(
    'ExportReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'id': str,
        'text': str,
        'formats': dict[str, Any],
    },
    total=False,
)

def export(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ExportReport:
    r"""Write a position in every format there is.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in"""
    ...

GestureReport = TypedDict(
    'GestureReport',
    {
        'game': str,
        'command': str,
        'status': Literal["ok", "solved", "impossible", "gave_up"],
        'verdict': Literal["yes", "no", "unknown"],
        'elapsed_ms': float,
        'proof': str,
        'stop': str,
        'messages': list[dict[str, Any]],
        'scenes': list[dict[str, Any]],
        'nodes': int,
        'engine': str,
        'moves': list[str],
        'id': str,
        'position': dict[str, Any],
        'seats': int,
        'bot': str | None,
        'clock': int | None,
        'facts': list[dict[str, Any]],
        'ui': dict[str, Any] | None,
        'controls': list[dict[str, Any]] | None,
    },
    total=False,
)

def gesture(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    gestures: list[dict[str, Any]],
    format: Literal['square', 'triangular', 'graph', 'json'] | None = ...,
    target: int | None = ...,
    ui: dict[str, Any] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GestureReport:
    r"""Say what gestures on the drawn position mean, and play the moves that they make.
        format: The file's form, where its name and text do not tell
        target: The colour the board must end in
        ui: What the hand held before, as the last answer said
        gestures: What was done, in order"""
    ...
