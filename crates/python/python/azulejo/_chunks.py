"""Questions by the hundred million: cut into chunks, answered wherever an engine runs them, exactly one answer each.

A chunk's answers are one file, written beside its place and renamed, whose name says its number and the checksum of its
questions, ids included. So a chunk that is done twice writes the same file twice, a run that was killed goes on where
files are missing, and nothing is lost or doubled. The first run measures what a question costs, and keeps the size of its
chunks in `manifest.json`, so that a later one cuts at the same places.
"""

from __future__ import annotations

import concurrent.futures
import gzip
import itertools
import json
import math
import os
import time
import zlib
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional, Union

from ._problem import Problem
from ._progress import Progress, teller
from ._question import Question, as_line, ask_batch

Folder = Union[str, "os.PathLike[str]"]
Lines = Union[str, "os.PathLike[str]", Iterable[Question]]

#: Seconds of work that a chunk should hold: enough to hide an engine's milliseconds, little enough to lose.
SECONDS = 2.0
#: Questions that are asked at most to measure what one costs, seconds that it should take, and milliseconds for one.
PROBES, PROBING, PROBE_MS = 1024, 0.1, 2000
#: No chunk is larger: its text has to travel.
LARGEST, LARGEST_BYTES = 20_000, 8 << 20


def read(lines: Lines) -> Iterator[str]:
    """The questions as lines: of a file of JSON lines (`.gz` too), or of anything that can be gone through."""
    if isinstance(lines, (str, os.PathLike)):
        opened = gzip.open if Path(lines).suffix == ".gz" else open
        # A byte that is no UTF-8 spoils its own line, not the run; and only a line's end ends a line.
        with opened(lines, "rt", encoding="utf-8", errors="replace", newline="\n") as file:
            yield from (line.rstrip("\r\n") for line in file if not line.isspace())
    else:
        yield from map(as_line, lines)


def within(line: str) -> str:
    """The question with a limit of time, so that measuring ends."""
    try:
        question = json.loads(line)
        limits = dict(question.get("limits") or {})
        limits["time_ms"] = min(PROBE_MS, limits.get("time_ms") or PROBE_MS)
        return json.dumps({**question, "limits": limits})
    except (AttributeError, RecursionError, TypeError, ValueError):
        return line


def measured(lines: Lines) -> tuple[int, Lines]:
    """How many questions like the first of these make a chunk, and all the questions."""
    questions = read(lines)
    probes: list[str] = []
    spent, step = 0.0, 1
    while spent < PROBING and len(probes) < PROBES:
        taken = list(itertools.islice(questions, step))
        if not taken:
            break
        limited = [within(line) for line in taken]
        # The time of the processor: others may be busy on this machine, and the workers are elsewhere.
        begun = time.process_time()
        answers = ask_batch(limited)
        spent += time.process_time() - begun
        # Whoever gave up would have taken longer than anybody waited.
        spent += SECONDS * sum(json.loads(answer)["status"] == "gave_up" for answer in answers)
        probes += taken
        step *= 2
    each = spent / max(1, len(probes))
    return max(1, min(LARGEST, int(SECONDS / max(each, 1e-9)))), itertools.chain(probes, questions)


def chunks(lines: Lines, size: int) -> Iterator[tuple[int, list[str]]]:
    """The chunks with their numbers: so many questions each, fewer where they are long."""
    number, length = 0, 0
    chunk: list[str] = []
    for line in read(lines):
        if chunk and (len(chunk) == size or length + len(line) > LARGEST_BYTES):
            yield number, chunk
            number, length, chunk = number + 1, 0, []
        chunk.append(line)
        length += len(line)
    if chunk:
        yield number, chunk


def checksum(chunk: list[str]) -> str:
    """What tells one chunk's questions from another's."""
    return f"{zlib.crc32(chr(10).join(chunk).encode('utf-8', 'replace')):08x}"


def part(number: int, chunk: list[str]) -> str:
    """The name of a chunk's file."""
    return f"part-{number:08d}-{checksum(chunk)}.jsonl"


def write(answers: list[str], path: str) -> int:
    """Puts answers in their place at once, or not at all."""
    beside = f"{path}.{os.getpid()}-{time.monotonic_ns()}.tmp"
    with open(beside, "w", encoding="utf-8") as file:
        file.write("\n".join(answers) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    return len(answers)


def answer_chunk(chunk: list[str], path: Optional[str]) -> Union[int, list[str]]:
    """What a worker does: answers a chunk into its file, or gives the answers back where there is none."""
    answers = ask_batch(chunk)
    return answers if path is None else write(answers, path)


class Engine:
    """What runs chunks: `submit` begins one, `wait` gives some that have ended."""

    #: What `result` raises where a worker died with a chunk, however often it was tried.
    died: tuple[type[BaseException], ...] = ()

    def submit(self, chunk: list[str], path: Optional[str]) -> Any:
        raise NotImplementedError

    def wait(self, tasks: list[Any]) -> list[Any]:
        raise NotImplementedError

    def result(self, task: Any) -> Any:
        raise NotImplementedError

    def workers(self) -> int:
        raise NotImplementedError


class Futures(Engine):
    """An engine whose tasks are futures of the standard library."""

    def wait(self, tasks: list[Any]) -> list[Any]:
        ended = concurrent.futures.wait(tasks, return_when=concurrent.futures.FIRST_COMPLETED)
        return list(ended.done)

    def result(self, task: Any) -> Any:
        return task.result()


def lost(line: str) -> str:
    """The answer to a question with which every worker died."""
    error = {"message": "every worker that tried this question died: it may need more memory than there is",
             "file": None, "line": None, "column": None, "hint": "give it `limits`"}
    try:
        question = dict(json.loads(line))
    except (RecursionError, TypeError, ValueError):
        question = {}
    return json.dumps({**question, "status": "error", "error": error, "elapsed_ms": 0})


def rescued(engine: Engine, chunk: list[str]) -> list[str]:
    """The answers of a chunk with which workers died: by halves, until the question that kills them is alone.

    One after the other, and the last one again: an engine blames whatever a dying worker had in its hands.
    """
    if len(chunk) == 1:
        return tried(engine, chunk) or tried(engine, chunk) or [lost(chunk[0])]
    halves = chunk[:len(chunk) // 2], chunk[len(chunk) // 2:]
    return [answer for half in halves for answer in tried(engine, half) or rescued(engine, half)]


def tried(engine: Engine, chunk: list[str]) -> list[str]:
    """The answers of a chunk; none where its workers died."""
    try:
        answers: list[str] = engine.result(engine.submit(chunk, None))
        return answers
    except engine.died:
        return []


def in_flight(engine: Engine, work: Iterable[tuple[int, list[str], Optional[str]]],
              ahead: float = math.inf) -> Iterator[tuple[int, int, Any]]:
    """Runs work with as many chunks under way as keep the workers busy; gives number, size and result as they end.

    Chunks are `ahead` of the oldest one under way at most, in rounds of all workers.
    """
    work = iter(work)
    running: dict[Any, tuple[int, list[str], Optional[str]]] = {}
    begun = 0
    while True:
        most = 3 * max(1, engine.workers())
        oldest = min((number for number, _, _ in running.values()), default=begun)
        room = min(most - len(running), oldest + ahead * most - begun)
        for number, chunk, path in itertools.islice(work, max(0, int(room))):
            running[engine.submit(chunk, path)] = number, chunk, path
            begun = number + 1
        if not running:
            return
        for task in engine.wait(list(running)):
            number, chunk, path = running.pop(task)
            try:
                result = engine.result(task)
            except engine.died:
                answered = rescued(engine, chunk)
                result = answered if path is None else write(answered, path)
            yield number, len(chunk), result


def run(engine: Engine, lines: Lines, out: Folder, chunk: Optional[int], progress: Progress) -> dict[str, Any]:
    """Answers questions into the files of a folder that all workers see; what is there already is not asked again."""
    folder = Path(out).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    tell = teller(progress, lines)
    cut = begun_with(folder, lines, chunk)
    size = cut["chunk"]
    wanted: set[str] = set()
    counts = {"questions": 0, "answered": 0, "kept": 0, "chunks": 0}

    def missing() -> Iterator[tuple[int, list[str], Optional[str]]]:
        for number, questions in chunks(cut["lines"], size):
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
    # What a killed writer left, and the last chunk of a list that has grown since.
    for path in folder.glob("part-*"):
        if path.name not in wanted:
            path.unlink()
    tell.end()
    return {**counts, "chunk": size, "folder": str(folder)}


def begun_with(folder: Path, lines: Lines, chunk: Optional[int]) -> dict[str, Any]:
    """The questions and the size of their chunks: as the folder was begun with, as given, or as measured."""
    manifest = folder / "manifest.json"
    known = json.loads(manifest.read_text()) if manifest.exists() else {}
    if known and chunk not in (None, known["chunk"]):
        raise Problem(f"{folder} was begun with chunks of {known['chunk']}, not of {chunk}",
                      hint="leave `chunk` out to go on, or take another folder")
    if not isinstance(lines, (str, os.PathLike)):
        lines = iter(lines)
        # What can be gone through but once is not to lose its first question.
        head = list(itertools.islice(lines, 1))
        first, lines = head, itertools.chain(head, lines)
    else:
        first = list(itertools.islice(read(lines), 1))
    begins = checksum([as_line(one) for one in first])
    if known and known["begins"] != begins:
        raise Problem(f"{folder} holds the answers to other questions", hint="take another folder, or empty this one")
    size: Optional[int] = known.get("chunk", chunk)
    if size is None:
        size, lines = measured(lines)
    if not known:
        beside = manifest.with_suffix(".tmp")
        beside.write_text(json.dumps({"chunk": size, "begins": begins}))
        os.replace(beside, manifest)
    return {"chunk": size, "lines": lines}


def answers(engine: Engine, lines: Lines, chunk: Optional[int], progress: Progress) -> Iterator[dict[str, Any]]:
    """The reports in the order of the questions, without files; only what is under way is held, and a little more."""
    tell = teller(progress, lines)
    size, lines = (chunk, lines) if chunk else measured(lines)
    waiting: dict[int, list[str]] = {}
    next_number, done = 0, 0
    work = ((number, questions, None) for number, questions in chunks(lines, size))
    for number, length, answered in in_flight(engine, work, ahead=2):
        waiting[number] = answered
        done += length
        tell(done)
        while next_number in waiting:
            yield from map(json.loads, waiting.pop(next_number))
            next_number += 1
    tell.end()


def reports(out: Folder) -> Iterator[dict[str, Any]]:
    """The reports of a folder, in the order of the questions."""
    for path in sorted(Path(out).glob("part-*.jsonl")):
        with open(path, encoding="utf-8", newline="\n") as file:
            yield from map(json.loads, file)


def mapped(engine: Engine, lines: Lines, chunk: Optional[int], out: Optional[Folder],
           progress: Progress) -> Iterator[dict[str, Any]]:
    """The reports of these questions, by way of files where a folder is given."""
    if out is None:
        yield from answers(engine, lines, chunk, progress)
    else:
        run(engine, lines, out, chunk, progress)
        yield from reports(out)
