"""The verbs of tetris."""

# Made from the table of verbs by `cargo xtask python stubs`; not to be edited.

from typing import Any, Literal, TypedDict

from azulejo import Position


PlanReport = TypedDict(
    'PlanReport',
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
        'value': float | None,
        'path': list[list[int]],
        'pieces': str,
        'placed': int,
        'leaves': int | None,
        'score': str,
        'features': dict[str, Any] | None,
        'files': list[str],
        'fumen': str | None,
    },
    total=False,
)

def plan(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    depth: int | None = ...,
    score: str | None = ...,
    engine: Literal['auto', 'exhaustive', 'bounded'] | None = ...,
    mapping: Literal['block', 'cyclic', 'dynamic'] | None = ...,
    clear: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PlanReport:
    r"""Plan the coming pieces exactly and write one file for each.
        depth: Plan so many pieces beyond the first, whatever the file says
        score: `doc`, `covered`, `seed-c`, `seed-c-int`, `takado8`, or weights such as `height -0.5`; all but these last weigh as takado8 does (github.com/takado8/Tetris)
        engine: Which search answers; all give the same plan
        mapping: How threads share the work; all give the same plan
        clear: Full rows vanish, instead of staying as in the document"""
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
        'piece': Literal['I', 'Z', 'S', 'L', 'J', 'O', 'T'],
        'rotation': int | None,
        'column': int | None,
        'value': float | None,
        'features': dict[str, Any] | None,
        'path': list[list[int]],
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
    depth: int | None = ...,
    score: str | None = ...,
    engine: Literal['auto', 'exhaustive', 'bounded'] | None = ...,
    mapping: Literal['block', 'cyclic', 'dynamic'] | None = ...,
    clear: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> HintReport:
    r"""Say where the piece that falls now should go.
        depth: Plan so many pieces beyond the first, whatever the file says
        score: `doc`, `covered`, `seed-c`, `seed-c-int`, `takado8`, or weights such as `height -0.5`; all but these last weigh as takado8 does (github.com/takado8/Tetris)
        engine: Which search answers; all give the same plan
        mapping: How threads share the work; all give the same plan
        clear: Full rows vanish, instead of staying as in the document"""
    ...

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
        'line': list[str] | None,
        'lower_bound': int | None,
    },
    total=False,
)

def solve(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SolveReport:
    r"""Find the best way to place the coming pieces, and say what is proven about it."""
    ...

PerftReport = TypedDict(
    'PerftReport',
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
    },
    total=False,
)

def perft(
    *,
    pieces: str,
    rows: int | None = ...,
    columns: int | None = ...,
    board: str | None = ...,
    clear: bool | None = ...,
    rules: Literal['drop', 'srs', 'srs180'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PerftReport:
    r"""Count the ways to place pieces, level by level.
        rows: Rows of an empty board
        columns: Columns of an empty board
        board: Begin from the board of a state or id instead
        pieces: The pieces in order: `IOL`
        clear: Full rows vanish
        rules: How pieces come to their places"""
    ...

ClearReport = TypedDict(
    'ClearReport',
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
        'ways': int,
        'line': list[dict[str, Any]],
    },
    total=False,
)

def clear(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    lines: int | None = ...,
    rows: int | None = ...,
    hold: bool | None = ...,
    half_turns: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ClearReport:
    r"""Leave nothing on the board, or clear so many lines: count all ways, or prove that there is none.
        lines: Clear this many lines; without it, leave nothing on the board
        rows: Stay below this many rows; without it, as few as the pieces can fill
        hold: One piece may be kept back
        half_turns: Half turns too"""
    ...

FeaturesReport = TypedDict(
    'FeaturesReport',
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
        'removed': int,
        'game_over': bool,
        'features': dict[str, Any],
        'surface': dict[str, Any],
    },
    total=False,
)

def features(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    rotation: int,
    column: int,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> FeaturesReport:
    r"""Drop the first piece and say what controllers see then.
        rotation: How the piece is turned
        column: Its left column, from 0"""
    ...

AutoplayReport = TypedDict(
    'AutoplayReport',
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
        'policy': str,
        'games': int,
        'lines': dict[str, Any],
        'pieces': int,
        'pieces_per_second': float,
        'moves': list[list[Any]] | None,
    },
    total=False,
)

def autoplay(
    *,
    policy: str | None = ...,
    size: str | None = ...,
    games: int | None = ...,
    lookahead: int | None = ...,
    pieces: str | None = ...,
    seed: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> AutoplayReport:
    r"""Let a controller play, and count its lines.
        policy: `takado8`, `dellacherie`, `bcts`, `dt10`, `dt20`, `azulejo`, or weights such as `holes -4`
        size: Columns and rows of the board
        games: How many games
        lookahead: How many pieces are known
        pieces: One game with exactly these pieces
        seed: The seed of the pieces: a number or any text"""
    ...

TrainReport = TypedDict(
    'TrainReport',
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
        'generation': int,
        'best': float,
        'parent': float,
        'step': float,
        'weights': dict[str, Any],
        'state': dict[str, Any],
    },
    total=False,
)

def train(
    *,
    policy: str | None = ...,
    size: str | None = ...,
    population: int | None = ...,
    games: int | None = ...,
    seed: int | str | None = ...,
    state: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> TrainReport:
    r"""Search for better weights of a controller by CMA-ES.
        policy: Where the search begins: the name of a policy, or weights such as `holes -4`
        size: Columns and rows of the board
        population: Candidates of a generation
        games: The most games that a candidate plays
        seed: The seed of everything: a number or any text
        state: Go on from here: the `state` of an earlier answer"""
    ...

FumenDecodeReport = TypedDict(
    'FumenDecodeReport',
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
        'pages': list[dict[str, Any]],
    },
    total=False,
)

def fumen_decode(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> FumenDecodeReport:
    r"""Read a fumen: its fields, pieces and comments, page by page."""
    ...

FumenEncodeReport = TypedDict(
    'FumenEncodeReport',
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
        'fumen': str,
    },
    total=False,
)

def fumen_encode(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> FumenEncodeReport:
    r"""Write pages, or a board, as a fumen."""
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
        'board': list[str],
        'pieces': str,
        'depth': int,
        'features': dict[str, Any],
    },
    total=False,
)

def show(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ShowReport:
    r"""Draw a board."""
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
    columns: int | None = ...,
    rows: int | None = ...,
    keep: bool | None = ...,
    setup: str | None = ...,
    seed: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> NewReport:
    r"""Begin a new game by a seed.
        columns: Columns of the board
        rows: Rows of the board
        keep: Full rows stay, instead of vanishing
        setup: All of this in one word: `10x20`, `10x20-keep`; or a falling game: `sprint`, `marathon`, `sprint-uniform`, `marathon-uniform`
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
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PlayReport:
    r"""Play moves on a position, and give all there is to show of it."""
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
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> MovesReport:
    r"""List every legal move."""
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
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> CheckReport:
    r"""Name every rule that a position breaks, with its cells."""
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
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ExportReport:
    r"""Write a position in every format there is."""
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
    ui: dict[str, Any] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GestureReport:
    r"""Say what gestures on the drawn position mean, and play the moves that they make.
        ui: What the hand held before, as the last answer said
        gestures: What was done, in order"""
    ...
