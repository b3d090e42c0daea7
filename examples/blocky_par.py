"""How many moves does a random Blocky board need to its best score? Par, proven, against the depth of the board.

python examples/blocky_par.py --depths 1,2,3,4 --number 200 --plot par.png
python examples/blocky_par.py --depths 2,3,4,5,6 --number 1000000 --ray auto --out /shared/par
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from typing import Any, Iterator

import work


def main() -> None:
    parser = work.arguments(__doc__.splitlines()[0])
    parser.add_argument("--depths", default="1,2,3,4", help="depths of the boards (default: 1,2,3,4)")
    parser.add_argument("--number", type=int, default=100, help="boards of each depth (default: 100)")
    parser.add_argument("--goal", default="perimeter", help="perimeter, or blob on small boards (default: perimeter)")
    options = parser.parse_args()
    depths = [int(depth) for depth in options.depths.split(",")]

    def questions() -> Iterator[dict[str, Any]]:
        for seed in range(options.number):
            for depth in depths:
                yield {"id": f"{depth}/{seed}", "game": "blocky", "task": "par", "puzzle": f"blocky:d{depth}#{seed}",
                       "options": {"goal": f"{options.goal}:{seed % 4}"}, "limits": {"time_ms": 10_000}}

    pars: dict[int, list[int]] = defaultdict(list)
    open_ones: dict[int, int] = defaultdict(int)
    for report in map(work.sound, work.answered(questions(), options)):
        depth = int(report["id"].split("/")[0])
        if report.get("shortest") and report.get("optimal"):
            pars[depth].append(report["par"])
        else:
            open_ones[depth] += 1
    work.table(["depth", "proven", "not proven", "mean par", "least", "most"],
               ([depth, len(pars[depth]), open_ones[depth], float(statistics.mean(pars[depth] or [0])),
                 min(pars[depth], default="-"), max(pars[depth], default="-")] for depth in depths))
    drawn = work.axes(options, xlabel="depth", ylabel="par", title=f"Blocky: moves to the best {options.goal}")
    if drawn:
        shown = [depth for depth in depths if pars[depth]]
        drawn.violinplot([pars[depth] for depth in shown], positions=shown, showmeans=True)
        work.save(drawn, options)


if __name__ == "__main__":
    main()
