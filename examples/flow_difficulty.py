"""How hard are Flow puzzles of each size? Makes puzzles with exactly one solution, rates them, and plots the scores.

python examples/flow_difficulty.py --sizes 5,6,7,8,9 --number 200 --plot difficulty.png
python examples/flow_difficulty.py --sizes 5,7,9,11,13 --number 200000 --ray auto --out /shared/difficulty
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from typing import Any, Iterator

import work

LEVELS = ["easy", "medium", "hard", "expert"]


def questions(sizes: list[int], number: int) -> Iterator[dict[str, Any]]:
    """Sizes take turns, so that every chunk holds all of them."""
    for seed in range(number):
        for size in sizes:
            yield {"id": f"{size}/{seed}", "game": "flow", "task": "rate", "puzzle": f"flow:{size}x{size}#{seed}"}


def main() -> None:
    parser = work.arguments(__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="5,6,7,8,9", help="rows and columns (default: 5,6,7,8,9)")
    parser.add_argument("--number", type=int, default=100, help="puzzles of each size (default: 100)")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    scores: dict[int, list[float]] = defaultdict(list)
    levels: dict[int, Counter[str]] = defaultdict(Counter)
    for report in map(work.sound, work.answered(questions(sizes, options.number), options)):
        size = int(report["id"].split("/")[0])
        scores[size].append(report["score"])
        levels[size][report["difficulty"]] += 1
    work.table(["size", "puzzles", "median score", *LEVELS],
               ([f"{size}x{size}", len(scores[size]), float(statistics.median(scores[size])),
                 *(levels[size][level] for level in LEVELS)] for size in sizes))
    drawn = work.axes(options, xlabel="rows and columns", ylabel="score of `rate`", title="Flow: difficulty against size")
    if drawn:
        drawn.boxplot([scores[size] for size in sizes], positions=sizes, widths=0.6, showfliers=False)
        work.save(drawn, options)


if __name__ == "__main__":
    main()
