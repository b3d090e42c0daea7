"""Are the move limits of a Kami pack right? Solves every board of a folder with proof, and compares.

python examples/kami_pack.py puzzles/kami --plot pack.png
python examples/kami_pack.py /shared/packs --time-limit 3600 --dask tcp://scheduler:8786 --out /shared/proofs
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional

import azulejo
import work


#: What the name of a file says of its form, where the text alone would not.
FORMS = {".tri": {"format": "triangular"}, ".gr": {"format": "graph"}}


def promise(report: dict[str, Any]) -> Optional[int]:
    """The moves that a board says it takes, as azulejo reads it; nothing where it does not say."""
    try:
        return azulejo.kami.play(report["puzzle"], **report["options"])["position"].get("moves") or None
    except azulejo.Problem:
        return None


def main() -> None:
    parser = work.arguments(__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of boards")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds for a board (default: 60)")
    options = parser.parse_args()
    paths = sorted(path for path in options.folder.rglob("*") if path.suffix in (".txt", ".gr", ".tri", ".kami"))
    texts = {str(path.relative_to(options.folder)): path.read_text() for path in paths}
    questions = [{"id": name, "game": "kami", "task": "solve", "puzzle": text, "options": FORMS.get(Path(name).suffix, {}),
                  "limits": {"time_ms": int(options.time_limit * 1000)}} for name, text in texts.items()]
    rows: list[list[Any]] = []
    for report in work.answered(questions, options):
        promised = promise(report)
        if report["status"] == "error":
            rows.append([report["id"], promised, None, f"refused: {report['error']['message']}", 0])
            continue
        known = len(report["moves"]) if report["status"] == "solved" and report["optimal"] else None
        verdict = ("not proven in time" if known is None else "proven" if promised in (None, known)
                   else f"proven, {promised - known} to spare" if promised > known else "too few moves promised")
        rows.append([report["id"], promised, known, verdict, report["nodes"]])
    work.table(["board", "promised", "shortest", "verdict", "nodes"], rows)
    proven = [row for row in rows if row[2] is not None]
    print(f"{len(proven)} of {len(rows)} proven")
    drawn = work.axes(options, xlabel="moves of a shortest solution", ylabel="nodes of the proof", yscale="log",
                      title="Kami: what a proof takes")
    if drawn:
        drawn.scatter([row[2] for row in proven], [max(1, row[4]) for row in proven], alpha=0.7)
        work.save(drawn, options)


if __name__ == "__main__":
    main()
