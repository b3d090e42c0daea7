"""The examples, run small: each prints its figures and draws its plot; and the notebook runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"

pytest.importorskip("matplotlib")


def run(name, *arguments, plot):
    environment = {**os.environ, "MPLCONFIGDIR": str(plot.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, EXAMPLES / name, *arguments, "--plot", plot], capture_output=True, text=True,
                          cwd=ROOT, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    assert plot.read_bytes().startswith(b"\x89PNG") and plot.stat().st_size > 5000
    return done.stdout


def rows(text, width):
    """The rows of a table: what has as many words as its head, or begins so."""
    return [line.split() for line in text.splitlines()[1:] if len(line.split()) >= width]


def test_flow_puzzles_are_made_and_rated_by_size(tmp_path):
    told = run("flow_difficulty.py", "--sizes", "5,7", "--number", "12", plot=tmp_path / "plot.png")
    (_, five, _, *levels_of_five), (_, seven, *_) = rows(told, 7)
    assert (five, seven) == ("12", "12") and sum(map(int, levels_of_five)) == 12


def test_a_kami_pack_is_proven(tmp_path):
    told = run("kami_pack.py", "puzzles/kami", "--out", tmp_path / "proofs", plot=tmp_path / "plot.png")
    answers = [line.split() for line in (ROOT / "puzzles/kami/answers.txt").read_text().splitlines()]
    known = {answer[0]: answer[1] for answer in answers if len(answer) == 2}
    shortest = {row[0]: row[2] for row in rows(told, 4) if "proven" in row[3]}
    common = known.keys() & shortest.keys()
    assert len(common) >= 8 and all(shortest[name] == known[name] for name in common), told


def test_the_fewest_dots_of_a_unique_flow_puzzle_are_found(tmp_path):
    told = run("flow_fewest_dots.py", "--sizes", "3", "--pairs", "1,2,3", "--number", "2000", plot=tmp_path / "plot.png")
    found = {row[1]: (int(row[2]), int(row[3])) for row in rows(told, 5) if row[0] == "3x3"}
    # 36 pairs of cells are 8 when turned and mirrored ones are one.
    assert found["1"][0] == 8, told
    assert all(unique <= tried for tried, unique in found.values()) and any(unique for _, unique in found.values())


def test_controllers_play_a_tournament(tmp_path):
    told = run("tetris_tournament.py", "--size", "6x8", "--games", "4", "--policies", "takado8,bcts,dt10", plot=tmp_path / "plot.png")
    table = rows(told, 6)
    assert {row[0] for row in table} == {"takado8", "bcts", "dt10"} and {row[1] for row in table} == {"4"}
    means = [float(row[2].replace(",", "")) for row in table]
    assert means == sorted(means, reverse=True)


def test_the_par_of_random_boards_grows_with_their_depth(tmp_path):
    told = run("blocky_par.py", "--depths", "1,2,3", "--number", "8", plot=tmp_path / "plot.png")
    table = rows(told, 6)
    assert [row[0] for row in table] == ["1", "2", "3"] and {row[1] for row in table} == {"8"}
    means = [float(row[3]) for row in table]
    assert means == sorted(means) and means[0] < means[2]


def test_an_example_goes_on_from_its_folder(tmp_path):
    arguments = ("--depths", "2", "--number", "20", "--out", tmp_path / "answers")
    first = run("blocky_par.py", *arguments, plot=tmp_path / "plot.png")
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "answers").glob("part-*")}
    assert written and run("blocky_par.py", *arguments, plot=tmp_path / "plot.png") == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "answers").glob("part-*")} == written


def test_the_notebook_runs(tmp_path):
    nbclient = pytest.importorskip("nbclient")
    import nbformat

    notebook = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    # The boards and the plot are pictures.
    assert {"image/svg+xml", "image/png"} <= kinds
    assert not [output for output in shown if output.output_type == "error"]
    assert re.search(r"\d", str(shown))
