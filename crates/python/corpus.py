"""Makes a data set of puzzles, each proven and rated: `cargo xtask corpus [--number N] [--out DIR] [--threads T]`.

The same command of the same version gives the same bytes: seeds, no times, no dates. A part that is there already is kept, so that a run that
was killed goes on. Nothing is written that was not proven.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import azulejo
from azulejo._progress import Bar

#: Puzzles in a file.
PART = 10_000
#: Puzzles that are asked about at once.
STEP = 200
#: Positions that a proof may look at: a limit of time would make the set depend on the machine.
NODES = 5_000_000


@dataclass(frozen=True)
class Kind:
    """One kind of puzzle: how its seeds open, what is proven of it, and what of the answer is its solution."""

    name: str
    game: str
    setup: str
    task: str
    #: What makes the answer a proof.
    proven: dict[str, Any]
    claim: str
    solution: str
    options: dict[str, Any] = field(default_factory=dict)
    #: The member of the proof that rates it, where the game does not rate.
    score: str = ""


KINDS = [
    Kind("flow-7x7", "flow", "7x7", "solve", {"unique": True}, "it has no other solution", "grid", {"unique": True}),
    Kind("flow-9x9", "flow", "9x9", "solve", {"unique": True}, "it has no other solution", "grid", {"unique": True}),
    Kind("kami-8x8", "kami", "8x8c4", "solve", {"optimal": True}, "no solution is shorter", "line"),
    Kind("blocky-d3", "blocky", "d3", "par", {"optimal": True, "shortest": True},
         "no score is better, and no plan to it is shorter", "plan", {"goal": "perimeter:0"}, score="par"),
    Kind("blocky-d4", "blocky", "d4", "par", {"optimal": True, "shortest": True},
         "no score is better, and no plan to it is shorter", "plan", {"goal": "perimeter:0"}, score="par"),
]

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A puzzle of azulejo's corpus: one line of a part",
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "game", "puzzle", "proof", "solution", "rating"],
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z]+(@[0-9]+)?:[^#]+#[0-9]+$",
               "description": "Opens the puzzle at every door; the seed is after `#`"},
        "game": {"enum": sorted({kind.game for kind in KINDS})},
        "puzzle": {"type": "string", "description": "The puzzle as text, in the form its game reads"},
        "proof": {
            "type": "object",
            "additionalProperties": False,
            "required": ["task", "options", "claim", "nodes"],
            "properties": {
                "task": {"type": "string", "description": "The verb that proved it"},
                "options": {"type": "object", "description": "With these options"},
                "claim": {"type": "string", "description": "What was proven"},
                "nodes": {"type": "integer", "minimum": 0, "description": "Positions that the proof looked at"},
            },
        },
        "solution": {"type": "array", "items": {"type": "string"}, "minItems": 0,
                     "description": "The rows of the solved board, or the moves"},
        "rating": {
            "type": "object",
            "additionalProperties": False,
            "required": ["score"],
            "properties": {
                "score": {"type": "number", "description": "Larger is harder, within a kind; of Blocky, its par"},
                "difficulty": {"enum": ["easy", "medium", "hard", "expert"]},
            },
        },
    },
}

README = """# A corpus of puzzles

{puzzles:,} puzzles, made, proven and rated by azulejo {version}: one JSON object a line, gzipped, described by `schema.json`. `sha256sum --check SHA256SUMS` checks the files.

| kind | puzzles | left out | proven of each |
|---|---|---|---|
{rows}

Left out is what could not be proven within {nodes:,} positions, and boards that came twice in a part. Made by `cargo xtask corpus --number {number}`; the same command of the same version gives the same bytes.
"""


def ask(questions: list[dict[str, Any]], threads: int) -> list[dict[str, Any]]:
    """The reports."""
    return [json.loads(line) for line in azulejo.ask_batch(questions, threads=threads)]


def records(kind: Kind, seeds: range, threads: int) -> list[dict[str, Any]]:
    """The puzzles of these seeds that were proven."""
    opened = ask([{"game": kind.game, "task": "play", "puzzle": f"{kind.game}:{kind.setup}#{seed}"} for seed in seeds], threads)
    boards = [report for report in opened if report["status"] == "ok"]
    tasks: list[tuple[str, dict[str, Any]]] = [("export", {}), (kind.task, kind.options)]
    if not kind.score:
        tasks.append(("rate", {}))
    reports = ask([{"game": kind.game, "task": task, "position": board["position"], "options": options,
                    "limits": {"nodes": NODES}} for board in boards for task, options in tasks], threads)
    made = []
    for index, board in enumerate(boards):
        text, proof, *rated = reports[index * len(tasks):(index + 1) * len(tasks)]
        if any(report["status"] in ("error", "gave_up") for report in (text, proof, *rated)):
            continue
        if any(proof.get(member) != value for member, value in kind.proven.items()):
            continue
        rating = ({"score": proof[kind.score]} if kind.score
                  else {"score": round(rated[0]["score"], 2), "difficulty": rated[0]["difficulty"]})
        made.append({"id": board["id"], "game": kind.game, "puzzle": text["text"],
                     "proof": {"task": kind.task, "options": kind.options, "claim": kind.claim, "nodes": proof["nodes"]},
                     "solution": proof[kind.solution], "rating": rating})
    return made


def write(path: Path, data: bytes) -> None:
    """Puts a file in its place at once."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    os.replace(beside, path)


def part(kind: Kind, seeds: range, path: Path, threads: int, tell: Any) -> None:
    """Writes a part: these seeds, each board once."""
    seen: set[str] = set()
    lines = []
    for begin in range(seeds.start, seeds.stop, STEP):
        for record in records(kind, range(begin, min(begin + STEP, seeds.stop)), threads):
            if record["puzzle"] not in seen:
                seen.add(record["puzzle"])
                lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        tell(begin + STEP - seeds.start)
    # Without the time, so that the same puzzles are the same bytes.
    write(path, gzip.compress("".join(lines).encode(), mtime=0))


def main() -> None:
    parser = argparse.ArgumentParser(prog="cargo xtask corpus", description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=100_000, help="puzzles of each kind (default: 100000)")
    parser.add_argument("--out", type=Path, default=Path("target/corpus"), help="the folder (default: target/corpus)")
    parser.add_argument("--threads", type=int, default=1, help="threads (default: 1)")
    options = parser.parse_args()
    if options.number < 1:
        parser.error("expected at least one puzzle")
    options.out.mkdir(parents=True, exist_ok=True)
    bar = Bar(options.number * len(KINDS)) if sys.stderr.isatty() else None
    done, rows, total = 0, [], 0
    wanted = []
    for kind in KINDS:
        kept = 0
        for begin in range(0, options.number, PART):
            seeds = range(begin, min(begin + PART, options.number))
            # The seeds are in the name: a part of a smaller corpus is not one of a larger.
            path = options.out / f"{kind.name}-{seeds.start}-{seeds.stop - 1}.jsonl.gz"
            wanted.append(path.name)
            if not path.exists():
                part(kind, seeds, path, options.threads, lambda made: bar and bar(done + made))
            done += len(seeds)
            kept += gzip.decompress(path.read_bytes()).count(b"\n")
        rows.append(f"| {kind.name} | {kept:,} | {options.number - kept:,} | {kind.claim} |")
        total += kept
    if bar:
        bar.end()
    for path in options.out.glob("*.jsonl.gz"):
        if path.name not in wanted:
            sys.exit(f"error: {path} is of another corpus: take another folder, or empty this one")
    write(options.out / "schema.json", (json.dumps(SCHEMA, indent=2) + "\n").encode())
    text = README.format(puzzles=total, version=azulejo.__version__, rows="\n".join(rows), nodes=NODES, number=options.number)
    write(options.out / "README.md", text.encode())
    names = sorted([*wanted, "schema.json"])
    sums = (f"{hashlib.sha256((options.out / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    write(options.out / "SHA256SUMS", "".join(sums).encode())
    print(f"{total:,} puzzles in {options.out}")


if __name__ == "__main__":
    main()
