"""The verbs of switcher."""

# Made from the table of verbs by `cargo xtask python stubs`; not to be edited.

from typing import Any, Literal, TypedDict

from azulejo import Position


ComponentsReport = TypedDict(
    'ComponentsReport',
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
        'components': list[dict[str, Any]],
        'matrix': list[list[list[list[Any] | None]]] | None,
    },
    total=False,
)

def components(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    any_count: bool | None = ...,
    matrix: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ComponentsReport:
    r"""List the connected components of each colour.
        any_count: Accept any number of tiles of each colour
        matrix: Also give each component as its submatrix of [color,row,column] and null"""
    ...

FiguresReport = TypedDict(
    'FiguresReport',
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
        'figures': list[dict[str, Any]],
        'matrix': dict[str, Any] | None,
    },
    total=False,
)

def figures(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    any_count: bool | None = ...,
    set: str | None = ...,
    matrix: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> FiguresReport:
    r"""List the figures that stand on a board.
        any_count: Accept any number of tiles of each colour
        set: `official` (25 figures), `poc` (the proof of concept's three), or a file of your own
        matrix: Also give, by the name of each figure, its submatrices of [color,row,column] and null"""
    ...

ShowFiguresReport = TypedDict(
    'ShowFiguresReport',
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
        'figures': list[dict[str, Any]],
        'matrix': dict[str, Any] | None,
    },
    total=False,
)

def show_figures(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    any_count: bool | None = ...,
    set: str | None = ...,
    matrix: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ShowFiguresReport:
    r"""List the proof of concept's figures on a board, by name, with their submatrices.
        any_count: Accept any number of tiles of each colour
        set: `poc` (the proof of concept's three figures), `official` (25), or a file of your own
        matrix: Print the submatrices of [color,row,column] and null that the answer has anyway, in place of sketches"""
    ...

HighlightReport = TypedDict(
    'HighlightReport',
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
        'highlighted': list[str],
    },
    total=False,
)

def highlight(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    any_count: bool | None = ...,
    set: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> HighlightReport:
    r"""Print a board with the cells of figures highlighted.
        any_count: Accept any number of tiles of each colour
        set: `official` (25 figures), `poc` (the proof of concept's three), or a file of your own"""
    ...

HighlightBoardReport = TypedDict(
    'HighlightBoardReport',
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
        'highlighted': list[str],
    },
    total=False,
)

def highlight_board(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    any_count: bool | None = ...,
    set: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> HighlightBoardReport:
    r"""Print a board with the cells of the proof of concept's figures highlighted.
        any_count: Accept any number of tiles of each colour
        set: `poc` (the proof of concept's three figures), `official` (25), or a file of your own"""
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
        'board': str,
        'figures': list[dict[str, Any]],
    },
    total=False,
)

def show(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    any_count: bool | None = ...,
    set: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ShowReport:
    r"""Draw a board with its figures outlined.
        any_count: Accept any number of tiles of each colour
        set: `official` (25 figures), `poc` (the proof of concept's three), or a file of your own"""
    ...

TurnReport = TypedDict(
    'TurnReport',
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
        'min_moves': int | None,
        'best_turn_discards': int,
        'line': list[dict[str, Any]],
    },
    total=False,
)

def turn(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    figures: list[Literal['fig01', 'fig02', 'fig03', 'fig04', 'fig05', 'fig06', 'fig07', 'fig08', 'fig09', 'fig10', 'fig11', 'fig12', 'fig13', 'fig14', 'fig15', 'fig16', 'fig17', 'fig18', 'fige01', 'fige02', 'fige03', 'fige04', 'fige05', 'fige06', 'fige07']],
    any_count: bool | None = ...,
    cards: list[Literal['mov1', 'mov2', 'mov3', 'mov4', 'mov5', 'mov6', 'mov7']] | None = ...,
    forbidden: Literal['r', 'g', 'b', 'y'] | None = ...,
    mov7: Literal['edge', 'four'] | None = ...,
    engine: Literal['exact', 'plain'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> TurnReport:
    r"""Find the most own figures that one turn can claim, proven.
        any_count: Accept any number of tiles of each colour
        cards: Movement cards in hand: `mov1,mov4,mov7`
        figures: Own figure cards: `fig04,fig06,fige02`
        forbidden: The colour that is forbidden now
        mov7: How the seventh card is read
        engine: Which solver answers; they agree"""
    ...

SwapsReport = TypedDict(
    'SwapsReport',
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
        'swaps': list[dict[str, Any]],
    },
    total=False,
)

def swaps(
    puzzle: str | bytes | dict[str, Any] | Position,
    /,
    *,
    cards: list[Literal['mov1', 'mov2', 'mov3', 'mov4', 'mov5', 'mov6', 'mov7']],
    any_count: bool | None = ...,
    figures: list[Literal['fig01', 'fig02', 'fig03', 'fig04', 'fig05', 'fig06', 'fig07', 'fig08', 'fig09', 'fig10', 'fig11', 'fig12', 'fig13', 'fig14', 'fig15', 'fig16', 'fig17', 'fig18', 'fige01', 'fige02', 'fige03', 'fige04', 'fige05', 'fige06', 'fige07']] | None = ...,
    forbidden: Literal['r', 'g', 'b', 'y'] | None = ...,
    mov7: Literal['edge', 'four'] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SwapsReport:
    r"""List every single swap that forms a figure at once.
        any_count: Accept any number of tiles of each colour
        cards: Movement cards in hand: `mov1,mov4,mov7`
        figures: Only these figures count: `fig04,fig06,fige02`
        forbidden: The colour that is forbidden now
        mov7: How the seventh card is read"""
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
        'board': list[str],
        'position': dict[str, Any],
    },
    total=False,
)

def new(
    *,
    players: int | None = ...,
    mov7: Literal['edge', 'four'] | None = ...,
    box: bool | None = ...,
    setup: str | None = ...,
    seed: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> NewReport:
    r"""Shuffle a board and deal the cards of a new game.
        players: How many play
        mov7: How the seventh card is read
        box: Draw new figure cards at once, as the rules in the box have it, and not at the end of the turn
        setup: All of this in one word: `2p`, `3p-four`, `4p-box`
        seed: The seed: a number or any text"""
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
        'bots': list[dict[str, Any]],
        'unfinished': int,
        'first_seat_wins': int,
        'mean_turns': float,
        'games_per_second': float,
    },
    total=False,
)

def simulate(
    *,
    games: int | None = ...,
    bots: list[Literal['greedy', 'strong']] | None = ...,
    setup: str | None = ...,
    seed: int | str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SimulateReport:
    r"""Let bots play many games.
        games: How many games
        bots: Who plays, one bot a seat; seats rotate from game to game
        setup: `-four` or `-box` after the number of players, as in `2p-four`
        seed: The seed of the first game; the others follow"""
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
    any_count: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> SolveReport:
    r"""Find a solution, and say what is proven about it.
        any_count: Accept any number of tiles of each colour"""
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
    any_count: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> HintReport:
    r"""Say what to play next, and why.
        any_count: Accept any number of tiles of each colour"""
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
    any_count: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> PlayReport:
    r"""Play moves on a position, and give all there is to show of it.
        any_count: Accept any number of tiles of each colour"""
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
    any_count: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> MovesReport:
    r"""List every legal move.
        any_count: Accept any number of tiles of each colour"""
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
    any_count: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> CheckReport:
    r"""Name every rule that a position breaks, with its cells.
        any_count: Accept any number of tiles of each colour"""
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
    any_count: bool | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> ExportReport:
    r"""Write a position in every format there is.
        any_count: Accept any number of tiles of each colour"""
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
    any_count: bool | None = ...,
    ui: dict[str, Any] | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> GestureReport:
    r"""Say what gestures on the drawn position mean, and play the moves that they make.
        any_count: Accept any number of tiles of each colour
        ui: What the hand held before, as the last answer said
        gestures: What was done, in order"""
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
    any_count: bool | None = ...,
    bot: str | None = ...,
    limits: dict[str, int] | None = None,
    draw: dict[str, Any] | None = None,
    threads: int = 1,
) -> BotReport:
    r"""Say what a computer player plays.
        any_count: Accept any number of tiles of each colour
        bot: The computer player's name; the weakest when not given"""
    ...
