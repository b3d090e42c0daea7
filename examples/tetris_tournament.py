"""Which Tetris controller clears the most lines? Every controller plays the same pieces, one question a game.

python examples/tetris_tournament.py --size 8x10 --games 50 --plot tournament.png
python examples/tetris_tournament.py --size 10x20 --games 10000 --dask tcp://scheduler:8786 --out /shared/tournament
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from typing import Any, Iterator

import work


def main() -> None:
    parser = work.arguments(__doc__.splitlines()[0])
    parser.add_argument("--policies", default="takado8,dellacherie,bcts,dt10,dt20",
                        help="names, or weights such as `holes -4`, with commas between them")
    parser.add_argument("--size", default="8x10", help="columns and rows (default: 8x10)")
    parser.add_argument("--games", type=int, default=50, help="games of each (default: 50)")
    options = parser.parse_args()
    policies = options.policies.split(",")

    def questions() -> Iterator[dict[str, Any]]:
        for seed in range(options.games):
            for policy in policies:
                yield {"id": f"{policy}/{seed}", "game": "tetris", "task": "autoplay",
                       "options": {"policy": policy, "size": options.size, "games": 1, "seed": seed}}

    lines: dict[str, list[float]] = defaultdict(list)
    for report in map(work.sound, work.answered(questions(), options)):
        lines[report["id"].rsplit("/", 1)[0]].append(report["lines"]["mean"])
    spread = {policy: statistics.stdev(lines[policy]) if len(lines[policy]) > 1 else 0.0 for policy in policies}
    errors = {policy: spread[policy] / math.sqrt(len(lines[policy])) for policy in policies}
    order = sorted(policies, key=lambda policy: -statistics.mean(lines[policy]))
    work.table(["policy", "games", "mean lines", "standard error", "least", "most"],
               ([policy, len(lines[policy]), float(statistics.mean(lines[policy])), errors[policy],
                 int(min(lines[policy])), int(max(lines[policy]))] for policy in order))
    drawn = work.axes(options, ylabel="lines", yscale="log", title=f"Tetris on {options.size}: lines a game")
    if drawn:
        drawn.bar(order, [statistics.mean(lines[policy]) for policy in order], yerr=[errors[policy] for policy in order],
                  capsize=4)
        work.save(drawn, options)


if __name__ == "__main__":
    main()
