"""The verbs of flow."""

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
        'solutions': int | str,
        'unique': bool | None,
        'grid': list[str] | None,
        'paths': dict[str, Any] | None,
        'line': list[str] | None,
        'rule': dict[str, Any],
    },
    total=False,
)

def solve(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    engine: Literal['auto', 'search', 'sat', 'edges', 'astar', 'backtrack', 'frontier'] | None = ...,
    unique: bool | None = ...,
    count: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SolveReport:
    r"""Find a solution; prove that it is the only one, or count them.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise
        engine: Which engine answers; `auto` chooses and says which
        unique: Prove that there is no other solution
        count: Count solutions up to N, or `all` of them exactly"""
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
        'rule': dict[str, Any],
    },
    total=False,
)

def check(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    solution: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> CheckReport:
    r"""Name every rule that a solution breaks, with its cells.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise
        solution: The solution: rows of labels, the JSON of `solve`, `pzprv3` or a pack line; without it what the position has drawn"""
    ...

ConvertReport = TypedDict(
    'ConvertReport',
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
        'format': Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'],
        'puzzles': int,
        'text': str,
    },
    total=False,
)

def convert(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    to: Literal['grid', 'many', 'json', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ConvertReport:
    r"""Write puzzles in another form.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise
        to: The form to write"""
    ...

RenderReport = TypedDict(
    'RenderReport',
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
        'puzzles': int,
    },
    total=False,
)

def render(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    solved: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> RenderReport:
    r"""Draw puzzles or their solutions.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise
        solved: Draw the solution"""
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
        'puzzles': list[dict[str, Any]],
        'unique_under': dict[str, Any],
    },
    total=False,
)

def generate(
    *,
    size: str | None = ...,
    shape: Literal['square', 'torus', 'hex'] | None = ...,
    walls: bool | None = ...,
    holes: bool | None = ...,
    bridges: bool | None = ...,
    colors: int | None = ...,
    difficulty: Literal['easy', 'medium', 'hard', 'expert'] | None = ...,
    trivial_pairs: bool | None = ...,
    seed: int | str | None = ...,
    number: int | None = ...,
    to: Literal['grid', 'many', 'json', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GenerateReport:
    r"""Make puzzles with exactly one solution, as hard as asked, also as a sheet to print.
        size: Width and height, from 3x3 to 40x40
        shape: How cells lie beside each other
        walls: Put up some walls
        holes: Leave out some cells
        bridges: Let paths cross on some bridges
        colors: How many colours; as many as come out when not given
        difficulty: How hard, as `rate` says
        trivial_pairs: Let dots of one colour lie side by side
        seed: The seed: a number or any text
        number: How many; the seeds of the others follow
        to: The form to write"""
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
    shape: Literal['square', 'torus', 'hex'] | None = ...,
    walls: bool | None = ...,
    holes: bool | None = ...,
    bridges: bool | None = ...,
    colors: int | None = ...,
    difficulty: Literal['easy', 'medium', 'hard', 'expert'] | None = ...,
    trivial_pairs: bool | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    setup: str | None = ...,
    seed: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> NewReport:
    r"""Begin a new game by a seed: a puzzle with exactly one solution.
        size: Width and height, from 3x3 to 40x40
        shape: How cells lie beside each other
        walls: Put up some walls
        holes: Leave out some cells
        bridges: Let paths cross on some bridges
        colors: How many colours; as many as come out when not given
        difficulty: How hard, as `rate` says
        trivial_pairs: Let dots of one colour lie side by side
        fill: Every cell must be used, or cells may stay empty
        touch: Whether a path may touch itself
        setup: All of these in one word, such as `9x9-hard` or `12x9-hex-walls-free`
        seed: The seed: a number or any text"""
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
        'deductions': dict[str, Any] | None,
        'guesses': int | None,
        'longest_look_ahead': int | None,
        'reasons': list[str],
        'solutions': Literal['none', 'one', 'several'] | None,
        'rule': dict[str, Any],
    },
    total=False,
)

def rate(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> RateReport:
    r"""Say how hard a puzzle is, and why.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise"""
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
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> HintReport:
    r"""Say what to play next, and why.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise"""
    ...

ImportReport = TypedDict(
    'ImportReport',
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
        'puzzle': str,
        'rows': int,
        'columns': int,
        'pairs': int,
        'colors': list[list[int]],
        'confidence': float,
        'unsure': list[list[int]],
        'solutions': str,
        'board': dict[str, Any],
        'id': str,
    },
    total=False,
)

def import_(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    rows: int | None = ...,
    columns: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ImportReport:
    r"""Read a puzzle from a screenshot, PNG or JPEG.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise
        rows: How many rows the board has
        columns: How many columns the board has"""
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
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PlayReport:
    r"""Play moves on a position, and give all there is to show of it.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise"""
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
    },
    total=False,
)

def show(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ShowReport:
    r"""Draw a position.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise"""
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
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> MovesReport:
    r"""List every legal move.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise"""
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
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ExportReport:
    r"""Write a position in every format there is.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise"""
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
    format: Literal['grid', 'many', 'json', 'pack', 'puzzlink', 'pzprv3', 'line'] | None = ...,
    number: int | None = ...,
    fill: bool | None = ...,
    touch: Literal['allow', 'forbid', 'no-2x2'] | None = ...,
    ui: dict[str, Any] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GestureReport:
    r"""Say what gestures on the drawn position mean, and play the moves that they make.
        format: The form the puzzle is in, where it should not be recognised
        number: Which puzzle of a text that holds many, from 1
        fill: Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
        touch: Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise
        ui: What the hand held before, as the last answer said
        gestures: What was done, in order"""
    ...
