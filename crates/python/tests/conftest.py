"""What the tests share: the command line to compare with, and questions."""

import json
import os
import subprocess

import pytest

PUZZLES = {
    "switcher": "switcher#42",
    "blocky": "blocky:d2#7",
    "flow": "flow@2:5x5-easy#3",
    "tetris": "tetris:6x8#5",
    "kami": "1 9 2 3 3\n1 2 3\n3 2 1\n",
}


@pytest.fixture(scope="session")
def command():
    """Asks a question at the command line: `azulejo batch`, whose sameness with the flags is tested in Rust."""
    binary = os.environ.get("AZULEJO_BIN")
    if not binary:
        pytest.skip("AZULEJO_BIN does not say where the command line is; `cargo xtask python` does")

    def ask(lines):
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        done = subprocess.run([binary, "batch", "--threads", "1"], input=text, capture_output=True, text=True, timeout=120)
        return [json.loads(line) for line in done.stdout.splitlines()]

    ask.binary = binary
    return ask


def questions(count, game="flow"):
    """Small questions with ids."""
    return [json.dumps({"id": number, "game": game, "puzzle": f"flow@2:5x5-easy#{number % 40}"}) for number in range(count)]
