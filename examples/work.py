"""What the examples share: where questions are answered, here or on a cluster, and how figures are shown."""

from __future__ import annotations

import argparse
from typing import Any, Iterable, Iterator


def arguments(about: str) -> argparse.ArgumentParser:
    """The options of every example; each adds its sizes."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--out", help="keep the answers in this folder, and go on from it after a crash")
    parser.add_argument("--plot", help="write the plot to this file, such as plot.png or plot.svg")
    parser.add_argument("--threads", type=int, default=1, help="threads on this machine (default: 1)")
    parser.add_argument("--dask", metavar="ADDRESS", help="ask on the Dask cluster of this scheduler")
    parser.add_argument("--ray", metavar="ADDRESS", help="ask on this Ray cluster; `auto` finds the one nearby")
    return parser


def answered(questions: Iterable[dict[str, Any]], options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The reports, in order, from wherever the options say."""
    if options.dask:
        import azulejo.dask
        from distributed import Client

        return azulejo.dask.map(Client(options.dask), questions, out=options.out, progress=True)
    if options.ray:
        import azulejo.ray
        import ray

        ray.init(address=options.ray)
        return azulejo.ray.map(questions, out=options.out, progress=True)
    import azulejo.local

    return azulejo.local.map(questions, out=options.out, threads=options.threads, progress=True)


def sound(report: dict[str, Any]) -> dict[str, Any]:
    """A report that is an answer; anything else ends the work with its reason."""
    if report["status"] == "error":
        raise SystemExit(f"error: {report.get('id')}: {report['error']['message']}")
    return report


def table(head: list[str], rows: Iterable[Iterable[Any]]) -> None:
    """Prints figures in columns."""
    cells = [head, *([f"{cell:,.2f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    for row in cells:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths)))


def axes(options: argparse.Namespace, **labels: str) -> Any:
    """The axes to draw on, or nothing where no plot is asked for."""
    if not options.plot:
        return None
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    drawn = plot.subplots(figsize=(7, 4.5), layout="constrained")[1]
    drawn.set(**labels)
    drawn.grid(alpha=0.3)
    return drawn


def save(drawn: Any, options: argparse.Namespace) -> None:
    """Writes the plot."""
    drawn.figure.savefig(options.plot, dpi=120)
    print(f"plot: {options.plot}")
