"""Every verb of every game, called once from Python, answers what the command line answers."""

import json
import subprocess

import azulejo
from azulejo import _azulejo
from azulejo._verbs import table
from conftest import PUZZLES

#: What a verb must be told; most need nothing.
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
    "kami paint": {"move": "A1 2"},
}


def timeless(report):
    return {name: value for name, value in report.items()
            if name != "elapsed_ms" and not name.endswith("_per_second")}


def test_every_verb_from_python_answers_as_the_command_line(command):
    asked, lines = [], []
    for game in _azulejo.games():
        for name, verb in table(game).items():
            options = OPTIONS.get(f"{game} {verb['name']}", OPTIONS.get(verb["name"], {}))
            line = {"game": game, "task": verb["name"], "options": options}
            arguments = ()
            if verb["puzzle"]:
                line["puzzle"], arguments = PUZZLES[game], (PUZZLES[game],)
            try:
                here = timeless(getattr(getattr(azulejo, game), name)(*arguments, **options))
            except azulejo.Problem as problem:
                here = {"error": problem.message}
            asked.append(here)
            lines.append(line)
    refused = []
    for here, line, there in zip(asked, lines, command(lines)):
        if "error" in here:
            refused.append(f"{line['game']} {line['task']}")
            assert there["status"] == "error" and there["error"]["message"] == here["error"], line
        else:
            assert timeless({**line, **here}) == timeless(there), line
    # A screenshot is no text; everything else is answered. What a new verb must be told belongs into OPTIONS.
    assert set(refused) <= {"flow import"}, refused
    assert len(asked) > 50


def test_the_table_is_the_command_lines(command):
    done = subprocess.run([command.binary, "verbs", "--json"], capture_output=True, text=True, timeout=60)
    assert azulejo.verbs() == json.loads(done.stdout)
