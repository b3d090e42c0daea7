"""Measures azulejo for Python and its clusters in processor time: `python crates/python/measure.py WHAT …`.

WHAT is `lines FILE N [SIZE]` (writes N questions: Flow 9x9, prove that it is unique), `import`, `batch`, `spoiled FILE`,
`local FILE`, `dask FILE WORKERS`, or `ray FILE WORKERS` (inside a network namespace: `unshare -n sh -c 'ip link set lo up
&& …'`).

The work itself is the processor time of the workers inside `ask_batch`; everything else that all processes together spend
between the first question and the last answer, the driver's reading and the scheduler's waiting included, is overhead. An
engine that stands idle costs time too, by the clock: that is measured first, for where others keep the processors busy it
waits longer and costs more.
"""

from __future__ import annotations

import itertools
import json
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Iterator

import azulejo
from azulejo import _chunks

#: Different puzzles; a larger number of questions asks them again, under other ids.
DIFFERENT = 20_000


def write_lines(path: str, number: int, size: str) -> None:
    """Writes so many questions."""
    made = azulejo.ask_batch([{"game": "flow", "task": "generate", "options": {"size": size, "number": 100, "seed": seed * 100}}
                              for seed in range(min(number, DIFFERENT) // 100 + 1)])
    grids = ["\n".join(puzzle["grid"]) for report in map(json.loads, made) for puzzle in report["puzzles"]]
    with open(path, "w") as file:
        for index in range(number):
            file.write(json.dumps({"id": index, "game": "flow", "task": "solve", "puzzle": grids[index % len(grids)],
                                   "options": {"unique": True}}) + "\n")


def family() -> list[Any]:
    """This process and all below it."""
    import psutil

    return [psutil.Process(), *psutil.Process().children(recursive=True)]


def spent(processes: list[Any]) -> float:
    """Their processor seconds; children that have ended are counted by who waited for them."""
    import psutil

    seconds = 0.0
    for process in processes:
        try:
            times = process.cpu_times()
            seconds += times.user + times.system + times.children_user + times.children_system
        except psutil.Error:
            pass
    return seconds


def timed_chunk(chunk: list[str], path: str) -> tuple[float, int]:
    """What a worker does, and the processor time of its searches."""
    begun = time.process_time()
    answers = azulejo.ask_batch(chunk)
    own = time.process_time() - begun
    _chunks.write(answers, path)
    return own, len(answers)


def on_cluster(name: str, source: str, workers: int, make: Callable[[], Any]) -> None:
    """Answers a file on an engine and tells what it cost."""
    engine = make()
    own = [0.0]
    result = engine.result

    def noted(task: Any) -> Any:
        seconds, count = result(task)
        own[0] += seconds
        return count

    engine.result = noted
    # To look for the processes costs more than to look at them: they are the same from here on.
    processes = family()
    sizes: list[int] = []
    with tempfile.TemporaryDirectory(dir=Path(source).parent) as folder:
        before = spent(processes)
        time.sleep(10)
        idle = (spent(processes) - before) / 10
        before, begun = spent(processes), time.monotonic()
        done = _chunks.run(engine, source, folder, None, lambda _: sizes.append(sum(one.memory_info().rss for one in processes)))
        cost, wall = spent(processes) - before, time.monotonic() - begun
        ids = sorted(report["id"] for report in _chunks.reports(folder))
    assert ids == list(range(done["questions"])), "an answer is missing or doubled"
    quarter = max(1, len(sizes) // 4)
    print(json.dumps({
        "engine": name, "workers": workers, "questions": done["questions"], "chunk": done["chunk"],
        "search_cpu_s": round(own[0], 2), "all_cpu_s": round(cost, 2), "overhead": f"{cost / own[0] - 1:.1%}",
        "idle_of_a_core": f"{idle:.1%}", "wall_s": round(wall, 1),
        "MB_first_quarter": max(sizes[:quarter]) >> 20, "MB_last_quarter": max(sizes[-quarter:]) >> 20,
    }))


def here(source: str) -> None:
    """On this machine, in one process: reading, cutting, packing and writing, without an engine's waiting."""
    import azulejo.local

    class Timed(azulejo.local._Local):
        def submit(self, chunk: list[str], path: Any) -> Any:
            # As if it travelled.
            return self.pool.submit(lambda: timed_chunk(pickle.loads(pickle.dumps(chunk)), path))

    on_cluster("local", source, 1, lambda: Timed(1))


def on_dask(source: str, workers: int) -> None:
    """On Dask, on loopback."""
    import azulejo.dask
    import dask
    import distributed

    class Timed(azulejo.dask._Dask):
        def submit(self, chunk: list[str], path: Any) -> Any:
            return self.client.submit(timed_chunk, chunk, path, pure=False, retries=5)

    # As docs/clusters.md advises: what Dask watches by default costs more than what it then does here.
    dask.config.set({"distributed.admin.tick.interval": "1s", "distributed.worker.profile.enabled": False})
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1",
                                  dashboard_address="127.0.0.1:0") as cluster, distributed.Client(cluster) as client:
        # Workers import the module when they first use it: that is the cluster's beginning, not its work.
        client.run(lambda: __import__("azulejo").ask_batch([]))
        on_cluster("dask", source, workers, lambda: Timed(client))


def on_ray(source: str, workers: int) -> None:
    """On Ray, one node a worker; only in a network namespace, for Ray would not stay on this machine."""
    if "eth" in Path("/proc/net/dev").read_text():
        sys.exit("error: Ray opens its ports to everybody: run this inside `unshare -n`")
    os.environ["RAY_worker_niceness"] = "0"
    import azulejo.ray
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(workers - 1):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)

    class Timed(azulejo.ray._Ray):
        def __init__(self) -> None:
            super().__init__()
            self.answer = ray.remote(num_cpus=1, max_retries=5)(timed_chunk)

    ray.get([ray.remote(num_cpus=1)(lambda: azulejo.ask_batch([])).remote() for _ in range(2 * workers)])
    on_cluster("ray", source, workers, Timed)
    ray.shutdown()
    cluster.shutdown()


def batches(source: str) -> Iterator[list[str]]:
    """The lines of a file, ten thousand at once."""
    lines = _chunks.read(source)
    while batch := list(itertools.islice(lines, 10_000)):
        yield batch


def batch() -> None:
    """What `ask_batch` costs with a question that needs hardly any search, best of five."""
    lines = [json.dumps({"id": number, "game": "flow", "puzzle": "AB\nAB\n"}) for number in range(20_000)]
    costs = []
    for _ in range(5):
        begun = time.process_time()
        answers = azulejo.ask_batch(lines)
        costs.append((time.process_time() - begun) / len(lines))
        assert len(answers) == len(lines)
    print(json.dumps({"us_each": round(min(costs) * 1e6, 1)}))


def spoiled(source: str) -> None:
    """Every hundredth line spoiled: as many reports as lines, each bad one with its place and reason."""
    spoil = [lambda line: line[:-9], lambda line: line.replace('"flow"', '"chess"'), lambda line: line + "x",
             lambda line: line.replace('"puzzle": "', '"puzzle": "?')]
    number = bad = placed = wrong = 0
    for lines in batches(source):
        lines = [spoil[index // 100 % 4](line) if (number + index) % 100 == 0 else line for index, line in enumerate(lines)]
        answers = azulejo.ask_batch(lines)
        assert len(answers) == len(lines)
        for index, report in enumerate(map(json.loads, answers)):
            refused = report["status"] == "error"
            wrong += refused != ((number + index) % 100 == 0)
            if refused:
                assert report["error"]["message"]
                bad += 1
                placed += report["error"]["line"] is not None
        number += len(lines)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps({"lines": number, "reports": number, "refused": bad, "with_place": placed, "wrongly": wrong, "peak_MB": peak}))


def importing() -> None:
    """What importing costs, beyond Python's own beginning."""
    program = "import time; begun = time.process_time(); import azulejo; print(time.process_time() - begun)"
    times = sorted(float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(15))
    print(json.dumps({"import_ms_median": round(times[7] * 1e3, 1), "import_ms_best": round(times[0] * 1e3, 1)}))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["lines", path, number, *size]:
            write_lines(path, int(number), *size or ["9x9"])
        case ["import"]:
            importing()
        case ["batch"]:
            batch()
        case ["spoiled", path]:
            spoiled(path)
        case ["local", path]:
            here(path)
        case ["dask", path, workers]:
            on_dask(path, int(workers))
        case ["ray", path, workers]:
            on_ray(path, int(workers))
        case _:
            sys.exit(__doc__)
