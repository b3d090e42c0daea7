"""Every verb of every game, called once from Python, answers what the command line answers."""

import json
import subprocess

import azulejo
from azulejo import _azulejo
from azulejo._verbs import table
from conftest import PUZZLES

#: What a verb must be told; most need nothing. One that is not told what it must be is refused alike at both doors.
OPTIONS = {
    "gesture": {"gestures": [{"act": "tap", "on": "A1"}]},
    "new": {"seed": 3},
    "generate": {"seed": 3},
    "blocky simulate": {"games": 2, "random": 2, "turns": 2, "depth": 2, "seed": 1},
    "switcher simulate": {"games": 1, "bots": ["greedy", "greedy"], "seed": 1},
    "switcher turn": {"cards": ["mov1", "mov4"], "figures": ["fig01", "fige02"]},
    "switcher swaps": {"cards": ["mov3"]},
    "blocky apply": {"moves": "swap_h root; rotate_cw root"},
    "blocky select": {"at": "10,10", "level": 1},
    "blocky best": {"goal": "blob:1", "turns": 2},
    "blocky optimum": {"goal": "perimeter:2"},
    "blocky par": {"goal": "perimeter:1"},
    "flow convert": {"to": "json"},
    "flow solve": {"unique": True},
    "tetris plan": {"depth": 1},
    "tetris hint": {"depth": 1},
    "tetris perft": {"rows": 6, "columns": 5, "pieces": "IO"},
    "tetris features": {"rotation": 0, "column": 0},
    "tetris autoplay": {"pieces": "TOI", "size": "6x8"},
    "tetris train": {"size": "10x5", "games": 2, "population": 4, "seed": 1},
    "kami paint-vertex": {"vertex": 0, "to": 2},
    "kami paint": {"move": "A1 2"},
}


#: What a verb is asked about that cannot be asked about the game's usual puzzle.
ABOUT = {
    "tetris clear": "tetris:10x20#1",
    "tetris fumen decode": "v115@vhAAgH",
    "tetris fumen encode": "tetris:10x20#1",
}

#: No verb needs this long for what it is asked here.
LIMITS = {"time_ms": 30_000}


def options_of(game, verb):
    return OPTIONS.get(f"{game} {verb['name']}", OPTIONS.get(verb["name"], {}))


def timeless(report):
    return {name: value for name, value in report.items()
            if name != "elapsed_ms" and not name.endswith("_per_second")}


def test_every_verb_from_python_answers_as_the_command_line(command):
    asked, lines = [], []
    for game in _azulejo.games():
        for name, verb in table(game).items():
            options = options_of(game, verb)
            line = {"game": game, "task": verb["name"], "options": options, "limits": LIMITS}
            arguments = ()
            if verb["puzzle"]:
                puzzle = ABOUT.get(f"{game} {verb['name']}", PUZZLES[game])
                line["puzzle"], arguments = puzzle, (puzzle,)
            try:
                here = timeless(getattr(getattr(azulejo, game), name)(*arguments, **options, limits=LIMITS))
            except azulejo.Problem as problem:
                here = {"error": problem.message}
            asked.append(here)
            lines.append(line)
    refused = []
    for here, line, there in zip(asked, lines, command(lines)):
        assert here.get("status") != "gave_up", f"{line} takes too long: give it less to do"
        if "error" in here:
            refused.append(f"{line['game']} {line['task']}")
            assert there["status"] == "error" and there["error"]["message"] == here["error"], line
        else:
            assert timeless({**line, **here}) == timeless(there), line
    # A screenshot is no text, and a verb may need what OPTIONS do not know yet; everything else is answered.
    needy = {f"{game} {verb['name']}" for game in _azulejo.games() for verb in table(game).values()
             if set(verb["options"].get("required", [])) - set(options_of(game, verb))}
    assert set(refused) <= {"flow import", *needy}, refused
    assert len(asked) > 50 and len(needy) < 10


def test_the_table_is_the_command_lines(command):
    done = subprocess.run([command.binary, "verbs", "--json"], capture_output=True, text=True, timeout=60)
    assert azulejo.verbs() == json.loads(done.stdout)
