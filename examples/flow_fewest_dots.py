"""How few pairs of dots can make a Flow puzzle with one solution? Tries every placement, or many at random.

python examples/flow_fewest_dots.py --sizes 3,4 --pairs 1,2,3 --plot fewest.png
python examples/flow_fewest_dots.py --sizes 5,6,7 --pairs 2,3,4 --number 100000000 --ray auto --out /shared/fewest

A placement counts once, whatever the names of its colours; turned and mirrored boards are left out where all are tried.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from typing import Any, Iterable, Iterator

import work

LABELS = "ABCDEFGHIJKLMNOP"
Placement = tuple[tuple[int, int], ...]


def placements(size: int, pairs: int) -> int:
    """How many there are, turned and mirrored ones counted."""
    cells = size * size
    return math.comb(cells, 2 * pairs) * math.factorial(2 * pairs) // (2**pairs * math.factorial(pairs))


def pairings(cells: tuple[int, ...]) -> Iterator[Placement]:
    """Every way to pair these cells."""
    if not cells:
        yield ()
        return
    first, rest = cells[0], cells[1:]
    for index, other in enumerate(rest):
        for others in pairings(rest[:index] + rest[index + 1:]):
            yield ((first, other), *others)


def turned(size: int) -> list[list[int]]:
    """Where each cell goes by the eight symmetries of the square."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    last = size - 1
    ways = [lambda r, c: (r, c), lambda r, c: (c, last - r), lambda r, c: (last - r, last - c), lambda r, c: (last - c, r),
            lambda r, c: (r, last - c), lambda r, c: (last - r, c), lambda r, c: (c, r), lambda r, c: (last - c, last - r)]
    return [[row * size + column for row, column in (way(*cell) for cell in cells)] for way in ways]


def every(size: int, pairs: int) -> Iterator[Placement]:
    """Every placement, one of those that are each other's image."""
    symmetries = turned(size)[1:]
    for cells in itertools.combinations(range(size * size), 2 * pairs):
        for placed in pairings(cells):
            images = (tuple(sorted(tuple(sorted((to[a], to[b]))) for a, b in placed)) for to in symmetries)
            if all(placed <= image for image in images):
                yield placed


def some(size: int, pairs: int, number: int) -> Iterator[Placement]:
    """So many placements by chance, the same in every run."""
    chance = random.Random(f"{size}/{pairs}")
    for _ in range(number):
        cells = chance.sample(range(size * size), 2 * pairs)
        yield tuple((cells[2 * index], cells[2 * index + 1]) for index in range(pairs))


def grid(size: int, placed: Iterable[tuple[int, int]]) -> str:
    """The puzzle as text."""
    cells = ["."] * (size * size)
    for label, ends in zip(LABELS, placed):
        for cell in ends:
            cells[cell] = label
    return "".join("".join(cells[row * size:(row + 1) * size]) + "\n" for row in range(size))


def main() -> None:
    parser = work.arguments(__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="3,4", help="rows and columns (default: 3,4)")
    parser.add_argument("--pairs", default="1,2,3", help="how many pairs (default: 1,2,3)")
    parser.add_argument("--number", type=int, default=20_000,
                        help="all placements are tried where there are not more, so many otherwise (default: 20000)")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    kinds = [(size, int(pairs)) for size in sizes for pairs in options.pairs.split(",")]
    whole = {(size, pairs): placements(size, pairs) <= options.number for size, pairs in kinds}

    def questions() -> Iterator[dict[str, Any]]:
        for size, pairs in kinds:
            placed = every(size, pairs) if whole[size, pairs] else some(size, pairs, options.number)
            for number, one in enumerate(placed):
                yield {"id": f"{size}/{pairs}/{number}", "game": "flow", "task": "solve", "puzzle": grid(size, one),
                       "options": {"unique": True}, "limits": {"time_ms": 10_000}}

    tried: dict[tuple[int, int], int] = defaultdict(int)
    unique: dict[tuple[int, int], list[str]] = defaultdict(list)
    for report in map(work.sound, work.answered(questions(), options)):
        size, pairs, _ = map(int, report["id"].split("/"))
        tried[size, pairs] += 1
        if report["status"] == "gave_up":
            whole[size, pairs] = False
        elif report.get("unique"):
            unique[size, pairs].append(report["puzzle"])
    work.table(["size", "pairs", "tried", "unique", "so"],
               ([f"{size}x{size}", pairs, tried[size, pairs], len(unique[size, pairs]),
                 "there are" if unique[size, pairs] else "proven: none" if whole[size, pairs] else "none found"]
                for size, pairs in kinds))
    for size in sizes:
        found = [pairs for of, pairs in kinds if of == size and unique[of, pairs]]
        if found:
            print(f"\n{size}x{size} with {min(found)} pairs:\n{unique[size, min(found)][0]}", end="")
    drawn = work.axes(options, xlabel="pairs of dots", ylabel="share with exactly one solution",
                      title="Flow: how rare puzzles with few dots are")
    if drawn:
        for size in sizes:
            of = [pairs for one, pairs in kinds if one == size]
            drawn.plot(of, [len(unique[size, pairs]) / max(1, tried[size, pairs]) for pairs in of], "o-", label=f"{size}x{size}")
        drawn.set_xticks(sorted({pairs for _, pairs in kinds}))
        drawn.legend()
        work.save(drawn, options)


if __name__ == "__main__":
    main()
