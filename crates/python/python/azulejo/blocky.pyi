"""The verbs of blocky."""

# Made from the table of verbs by `cargo xtask python stubs`; not to be edited.

from typing import Any, Literal, TypedDict

from azulejo import Position


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
        'seed': str | None,
        'python_seed': str | None,
        'max_depth': int,
        'board': int | list[Any],
        'position': dict[str, Any],
    },
    total=False,
)

def new(
    *,
    seed: int | str | None = ...,
    python_seed: int | str | None = ...,
    humans: int | None = ...,
    random: int | None = ...,
    smart: list[int] | None = ...,
    search: list[int] | None = ...,
    depth: int | None = ...,
    turns: int | None = ...,
    goal: Literal['blob', 'perimeter', 'diagonal'] | None = ...,
    rules: Literal['2017', '2020'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> NewReport:
    r"""Make a random board and begin a game on it.
        seed: The seed: a number or any text
        python_seed: The board that the original program gives for `random.seed(S)`
        humans: How many people
        random: How many random players
        smart: Smart players by difficulty, 0 to 5: `2,5`
        search: Searching players by the width of their beam: `24`
        depth: The deepest level of a block, 0 to 8
        turns: Turns for each player
        goal: What all players want; blob or perimeter by chance if not given
        rules: The edition of the rules"""
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
        'size': int,
        'rectangles': list[list[Any]],
        'tree': str,
        'max_depth': int,
        'board': int | list[Any],
    },
    total=False,
)

def show(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    setup: str | None = ...,
    size: int | None = ...,
    highlight: str | None = ...,
    tree: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ShowReport:
    r"""Draw a board; in JSON its rectangles and its tree.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        size: Pixels along a side, for rectangles and tree
        highlight: The block to highlight
        tree: Print the tree instead of the board"""
    ...

FlattenReport = TypedDict(
    'FlattenReport',
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
        'columns': list[list[int]],
    },
    total=False,
)

def flatten(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> FlattenReport:
    r"""Give the unit cells, column by column.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
    ...

ScoreReport = TypedDict(
    'ScoreReport',
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
        'blob': list[int],
        'perimeter': list[int],
        'diagonal': list[int],
    },
    total=False,
)

def score(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ScoreReport:
    r"""Score a board for every colour.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
    ...

ApplyReport = TypedDict(
    'ApplyReport',
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
        'performed': list[bool],
        'reasons': list[str | None],
        'seed': str | None,
        'penalty': int | None,
        'max_depth': int,
        'board': int | list[Any],
    },
    total=False,
)

def apply(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    moves: str,
    setup: str | None = ...,
    rules: Literal['2017', '2020'] | None = ...,
    seed: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ApplyReport:
    r"""Play moves on a board.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        moves: The moves, with `;` between them: `swap_h 0; rotate_cw root; smash 2.1; paint 0.2 1`
        rules: The edition of the rules
        seed: The seed of what a smash gives: a number or any text"""
    ...

SelectReport = TypedDict(
    'SelectReport',
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
        'path': list[int] | None,
        'name': str | None,
    },
    total=False,
)

def select(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    at: str,
    level: int,
    setup: str | None = ...,
    size: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SelectReport:
    r"""Name the block at a point.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        at: The point in pixels from the upper left corner: `X,Y`
        level: The level wanted; a solid block above it is taken instead
        size: Pixels along a side of the board"""
    ...

BestReport = TypedDict(
    'BestReport',
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
        'optimal': bool,
        'score': int,
        'plan': list[str],
        'upper_bound': int,
        'shortest': bool,
    },
    total=False,
)

def best(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    goal: str,
    setup: str | None = ...,
    turns: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> BestReport:
    r"""Find the best plan for a goal, proven where that is possible.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        goal: A goal and its colour: `blob:2`, `perimeter:0`, `diagonal:3`
        turns: At most this many moves; any number by default"""
    ...

OptimumReport = TypedDict(
    'OptimumReport',
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
        'optimal': bool,
        'score': int,
        'plan': list[str],
        'upper_bound': int,
        'shortest': bool,
    },
    total=False,
)

def optimum(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    goal: str,
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> OptimumReport:
    r"""Find the exact best score by any number of swaps and rotations.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        goal: A goal and its colour: `blob:2`, `perimeter:0`, `diagonal:3`"""
    ...

ParReport = TypedDict(
    'ParReport',
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
        'optimal': bool,
        'score': int,
        'plan': list[str],
        'upper_bound': int,
        'shortest': bool,
        'par': int | None,
    },
    total=False,
)

def par(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    goal: str,
    setup: str | None = ...,
    score: int | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ParReport:
    r"""Find the fewest moves to a score.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        goal: A goal and its colour: `blob:2`, `perimeter:0`, `diagonal:3`
        score: The score to reach; the best there is by default"""
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
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PlayReport:
    r"""Play moves on a position, and give all there is to show of it.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
    ...

SimulateReport = TypedDict(
    'SimulateReport',
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
        'games': int,
        'seed': str,
        'setup': str,
        'players': list[dict[str, Any]],
        'moves': int,
        'moves_per_second': float,
    },
    total=False,
)

def simulate(
    *,
    games: int | None = ...,
    seed: int | str | None = ...,
    fixed_seats: bool | None = ...,
    random: int | None = ...,
    smart: list[int] | None = ...,
    search: list[int] | None = ...,
    depth: int | None = ...,
    turns: int | None = ...,
    goal: Literal['blob', 'perimeter', 'diagonal'] | None = ...,
    rules: Literal['2017', '2020'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SimulateReport:
    r"""Let computer players play many games.
        games: How many games
        seed: The seed of the first game, a number or any text; the others follow
        fixed_seats: Keep everyone in the order given; otherwise seats rotate from game to game
        random: How many random players
        smart: Smart players by difficulty, 0 to 5: `2,5`
        search: Searching players by the width of their beam: `24`
        depth: The deepest level of a block, 0 to 8
        turns: Turns for each player
        goal: What all players want; blob or perimeter by chance if not given
        rules: The edition of the rules"""
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
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SolveReport:
    r"""Find a solution, and say what is proven about it.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
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
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> HintReport:
    r"""Say what to play next, and why.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
    ...

BotReport = TypedDict(
    'BotReport',
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
        'bot': str,
        'move': str | None,
        'cells': list[list[int]],
    },
    total=False,
)

def bot(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    setup: str | None = ...,
    bot: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> BotReport:
    r"""Say what a computer player plays.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        bot: The computer player's name; the weakest when not given"""
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
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> MovesReport:
    r"""List every legal move.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
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
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> CheckReport:
    r"""Name every rule that a position breaks, with its cells.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
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
    setup: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ExportReport:
    r"""Write a position in every format there is.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`"""
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
    setup: str | None = ...,
    ui: dict[str, Any] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GestureReport:
    r"""Say what gestures on the drawn position mean, and play the moves that they make.
        setup: The game that begins on a board alone, such as `t10,blob,human,smart2`
        ui: What the hand held before, as the last answer said
        gestures: What was done, in order"""
    ...
