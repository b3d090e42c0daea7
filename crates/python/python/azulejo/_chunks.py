"""Questions by the hundred million: cut into chunks, answered wherever an engine runs them, exactly one answer each.

A chunk's answers are one file, written beside its place and renamed, whose name says its number and the checksum of its
questions. So a chunk that is done twice writes the same file twice, a run that was killed goes on where files are missing,
and nothing is lost or doubled. The first run measures what a question costs, and keeps the size of its chunks in
`manifest.json`, so that a later one cuts at the same places.
"""

from __future__ import annotations

import gzip
import itertools
import json
import os
import sys
import time
import zlib
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Optional, Union

from ._problem import Problem
from ._question import Question, as_line, ask_batch

Lines = Union[str, "os.PathLike[str]", Iterable[Question]]
Progress = Union[bool, Callable[[int], None]]

#: Seconds of work that a chunk should hold: enough to hide an engine's milliseconds, little enough to lose.
SECONDS = 2.0
#: Questions that are asked to measure what one costs.
PROBES = 64
#: No chunk is larger: its text has to travel.
LARGEST = 20_000


def read(lines: Lines) -> Iterator[str]:
    """The questions as lines: of a file of JSON lines (`.gz` too), or of anything that can be gone through."""
    if isinstance(lines, (str, os.PathLike)):
        path = Path(lines)
        with gzip.open(path, "rt") if path.suffix == ".gz" else open(path) as file:
            yield from (line.rstrip("\n") for line in file if not line.isspace())
    else:
        yield from map(as_line, lines)


def chunk_size(probes: list[str]) -> int:
    """How many questions like these make a chunk."""
    begun = time.perf_counter()
    ask_batch(probes)
    each = (time.perf_counter() - begun) / max(1, len(probes))
    return max(1, min(LARGEST, int(SECONDS / max(each, 1e-9))))


def chunks(lines: Lines, size: int) -> Iterator[tuple[int, list[str]]]:
    """The chunks with their numbers."""
    questions = read(lines)
    for number in itertools.count():
        chunk = list(itertools.islice(questions, size))
        if not chunk:
            return
        yield number, chunk


def part(number: int, chunk: list[str]) -> str:
    """The name of a chunk's file."""
    return f"part-{number:08d}-{zlib.crc32(chr(10).join(chunk).encode('utf-8', 'replace')):08x}.jsonl"


def answer_chunk(chunk: list[str], path: Optional[str]) -> Union[int, list[str]]:
    """What a worker does: answers a chunk into its file, or gives the answers back where there is none."""
    answers = ask_batch(chunk)
    if path is None:
        return answers
    beside = f"{path}.{os.getpid()}-{time.monotonic_ns()}.tmp"
    with open(beside, "w") as file:
        file.write("".join(f"{answer}\n" for answer in answers))
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    return len(answers)


class Engine:
    """What runs chunks: `submit` begins one, `wait` gives those that have ended and those that have not."""

    def submit(self, chunk: list[str], path: Optional[str]) -> Any:
        raise NotImplementedError

    def wait(self, tasks: list[Any]) -> tuple[list[Any], list[Any]]:
        raise NotImplementedError

    def result(self, task: Any) -> Any:
        raise NotImplementedError

    def workers(self) -> int:
        raise NotImplementedError


def in_flight(engine: Engine, work: Iterable[tuple[int, list[str], Optional[str]]]) -> Iterator[tuple[int, int, Any]]:
    """Runs work with as many chunks under way as keep the workers busy; gives number, size and result as they end."""
    work = iter(work)
    running: list[tuple[Any, int, int]] = []
    while True:
        most = 3 * max(1, engine.workers())
        for number, chunk, path in itertools.islice(work, max(0, most - len(running))):
            running.append((engine.submit(chunk, path), number, len(chunk)))
        if not running:
            return
        ended, _ = engine.wait([task for task, _, _ in running])
        still = []
        for task, number, size in running:
            if any(task is one or task == one for one in ended):
                yield number, size, engine.result(task)
            else:
                still.append((task, number, size))
        running = still


def run(engine: Engine, lines: Lines, out: Union[str, "os.PathLike[str]"], chunk: Optional[int],
        progress: Progress) -> dict[str, Any]:
    """Answers questions into the files of a folder that all workers see; what is there already is not asked again."""
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    if not isinstance(lines, (str, os.PathLike)):
        lines = iter(lines)
    size, lines = sized(folder, lines, chunk)
    wanted: set[str] = set()
    counts = {"questions": 0, "answered": 0, "kept": 0, "chunks": 0}
    tell = teller(progress)

    def missing() -> Iterator[tuple[int, list[str], Optional[str]]]:
        for number, questions in chunks(lines, size):
            name = part(number, questions)
            wanted.add(name)
            counts["questions"] += len(questions)
            counts["chunks"] += 1
            if (folder / name).exists():
                counts["kept"] += len(questions)
            else:
                yield number, questions, str(folder / name)

    for _, length, _ in in_flight(engine, missing()):
        counts["answered"] += length
        tell(counts["kept"] + counts["answered"])
    # What a killed writer left, and answers to questions that are no longer asked.
    for path in folder.glob("part-*"):
        if path.name not in wanted:
            path.unlink()
    return {**counts, "chunk": size, "folder": str(folder)}


def sized(folder: Path, lines: Lines, chunk: Optional[int]) -> tuple[int, Lines]:
    """The size of the chunks: as given, as the folder was begun with, or as measured."""
    manifest = folder / "manifest.json"
    known = json.loads(manifest.read_text())["chunk"] if manifest.exists() else None
    if known is not None and chunk not in (None, known):
        raise Problem(f"{folder} was begun with chunks of {known}, not of {chunk}",
                      hint="leave `chunk` out to go on, or take another folder")
    given: Optional[int] = known or chunk
    size, lines = (given, lines) if given else measured(lines)
    if known is None:
        beside = manifest.with_suffix(".tmp")
        beside.write_text(json.dumps({"chunk": size}))
        os.replace(beside, manifest)
    return size, lines


def measured(lines: Lines) -> tuple[int, Lines]:
    """The size of chunks of these questions, and the questions."""
    questions = read(lines)
    probes = list(itertools.islice(questions, PROBES))
    return chunk_size(probes), itertools.chain(probes, questions)


def answers(engine: Engine, lines: Lines, chunk: Optional[int], progress: Progress) -> Iterator[dict[str, Any]]:
    """The reports in the order of the questions, without files; only what is under way is held."""
    size, lines = (chunk, lines) if chunk else measured(lines)
    tell = teller(progress)
    waiting: dict[int, list[str]] = {}
    next_number, done = 0, 0
    work = ((number, questions, None) for number, questions in chunks(lines, size))
    for number, length, answered in in_flight(engine, work):
        waiting[number] = answered
        done += length
        tell(done)
        while next_number in waiting:
            yield from map(json.loads, waiting.pop(next_number))
            next_number += 1


def reports(out: Union[str, "os.PathLike[str]"]) -> Iterator[dict[str, Any]]:
    """The reports of a folder, in the order of the questions."""
    for path in sorted(Path(out).glob("part-*.jsonl")):
        with open(path) as file:
            yield from map(json.loads, file)


def mapped(engine: Engine, lines: Lines, chunk: Optional[int], out: Union[str, "os.PathLike[str]", None],
           progress: Progress) -> Iterator[dict[str, Any]]:
    """The reports of these questions, by way of files where a folder is given."""
    if out is None:
        yield from answers(engine, lines, chunk, progress)
    else:
        run(engine, lines, out, chunk, progress)
        yield from reports(out)


def teller(progress: Progress) -> Callable[[int], None]:
    """Who is told how many questions are answered."""
    if callable(progress):
        return progress
    if not progress:
        return lambda done: None
    begun = time.monotonic()

    def tell(done: int) -> None:
        rate = done / max(1e-9, time.monotonic() - begun)
        print(f"\r{done:,} answered, {rate:,.0f} a second ", end="", file=sys.stderr, flush=True)

    return tell
