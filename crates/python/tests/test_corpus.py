"""The corpus: the sample in the repository, and one made anew, are what their schema and checksums say, and proven."""

import gzip
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import azulejo

FOLDER = Path(__file__).parent.parent
SAMPLE = FOLDER.parents[1] / "puzzles" / "corpus"


def lines(folder):
    for path in sorted(folder.glob("*.jsonl.gz")):
        yield from map(json.loads, gzip.decompress(path.read_bytes()).splitlines())


def make(folder, number):
    subprocess.run([sys.executable, FOLDER / "corpus.py", "--number", str(number), "--out", folder], check=True, timeout=300)
    return folder


@pytest.fixture(scope="module", params=["sample", "made"])
def corpus(request, tmp_path_factory):
    return SAMPLE if request.param == "sample" else make(tmp_path_factory.mktemp("corpus"), 4)


def test_every_line_fits_the_schema_and_every_file_its_checksum(corpus):
    jsonschema = pytest.importorskip("jsonschema")
    schema = jsonschema.Draft202012Validator(json.loads((corpus / "schema.json").read_text()))
    found = list(lines(corpus))
    assert len(found) >= 20
    for line in found:
        schema.validate(line)
    assert len({line["id"] for line in found}) == len({line["puzzle"] for line in found}) == len(found)
    sums = dict(reversed(line.split()) for line in (corpus / "SHA256SUMS").read_text().splitlines())
    assert {path.name for path in corpus.iterdir()} == {*sums, "README.md", "SHA256SUMS"}
    for name, expected in sums.items():
        assert hashlib.sha256((corpus / name).read_bytes()).hexdigest() == expected


def test_puzzles_open_by_their_ids_and_are_proven_again(corpus):
    by_kind = {}
    for line in lines(corpus):
        by_kind.setdefault((line["game"], line["id"].split("#")[0]), []).append(line)
    assert len(by_kind) >= 4
    for some in by_kind.values():
        for line in some[:3]:
            game, proof = getattr(azulejo, line["game"]), line["proof"]
            assert game.export(line["id"])["text"] == line["puzzle"]
            again = getattr(game, proof["task"])(line["puzzle"], **proof["options"])
            assert again["status"] == "solved" and (again.get("unique") or again.get("optimal"))
            # Another shortest solution is as good; the only one of a puzzle is the only one.
            (found,) = (again[name] for name in ("grid", "plan", "line") if name in again and (name != "line" or "grid" not in again))
            assert found == line["solution"] if again.get("unique") else len(found) == len(line["solution"])
            if line["game"] == "kami":
                assert azulejo.Position(line["puzzle"], "kami").play(*line["solution"]).status["state"] == "won"


def test_the_sample_is_small_and_the_same_command_gives_the_same_bytes(tmp_path):
    assert sum(path.stat().st_size for path in SAMPLE.iterdir()) < 200_000
    first, second = make(tmp_path / "a", 3), make(tmp_path / "b", 3)
    assert (first / "SHA256SUMS").read_text() == (second / "SHA256SUMS").read_text()
    # What is there is kept: a run that was killed goes on.
    part = next(first.glob("*.jsonl.gz"))
    others = {path.name: path.stat().st_mtime_ns for path in first.glob("*.jsonl.gz") if path != part}
    part.unlink()
    make(first, 3)
    assert {path.name: path.stat().st_mtime_ns for path in first.glob("*.jsonl.gz") if path != part} == others
    assert (first / "SHA256SUMS").read_text() == (second / "SHA256SUMS").read_text()
