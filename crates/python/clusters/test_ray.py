"""Ray with two nodes, in a network namespace of its own, so that nothing leaves the machine."""

import os
import shutil
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("ray")

#: What runs inside: prints a line for each thing that held.
PROGRAM = """
import json, os, signal, subprocess, sys, tempfile, time
os.environ["RAY_worker_niceness"] = "0"
import ray, azulejo.ray
from pathlib import Path
from ray.cluster_utils import Cluster

NUMBER = 6000
lines = [json.dumps({"id": n, "game": "flow", "puzzle": f"flow@2:5x5-easy#{n % 40}"}) for n in range(NUMBER)]
ids = lambda folder: [report["id"] for report in azulejo.ray.reports(folder)]
whole = lambda folder: ids(folder) == list(range(NUMBER)) and not list(Path(folder).glob("*.tmp"))

if sys.argv[1:]:
    # The driver that is to be killed.
    ray.init(address=sys.argv[1], log_to_driver=False)
    azulejo.ray.run(lines, sys.argv[2], chunk=50)
    sys.exit()

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False)

assert [report["id"] for report in azulejo.ray.map(lines[:300], chunk=30)] == list(range(300))
print("mapped")

def busy():
    # Ray calls its workers by what they do; only those of this namespace are ours.
    here = os.readlink("/proc/self/ns/net")
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cmdline").read_bytes().startswith(b"ray::answer_chunk") and os.readlink(process / "ns/net") == here:
                yield int(process.name)
        except OSError:
            pass

struck = []
def worker(done):
    for pid in list(busy())[:1] if len(struck) < 2 else []:
        struck.append(pid)
        os.kill(pid, signal.SIGKILL)
folder = tempfile.mkdtemp()
azulejo.ray.run(lines, folder, chunk=50, progress=worker)
assert len(struck) == 2 and whole(folder)
print("workers killed")

folder = tempfile.mkdtemp()
driver = subprocess.Popen([sys.executable, __file__, cluster.address, folder])
until = time.monotonic() + 120
while len(list(Path(folder).glob("part-*.jsonl"))) < 5 and time.monotonic() < until:
    time.sleep(0.005)
driver.kill()
driver.wait()
kept = len(list(Path(folder).glob("part-*.jsonl")))
assert 5 <= kept < NUMBER // 50, kept
went_on = azulejo.ray.run(lines, folder)
assert went_on["kept"] >= kept * 50 and went_on["answered"] > 0 and whole(folder)
print("driver killed")

deadly = json.dumps({"id": 70, "game": "flow", "puzzle": "deadly"})
engine = azulejo.ray._Ray()
def answer(chunk, path):
    import os, signal
    from azulejo._chunks import answer_chunk
    if any("deadly" in line for line in chunk):
        os.kill(os.getpid(), signal.SIGKILL)
    return answer_chunk(chunk, path)
engine.answer = ray.remote(num_cpus=1, max_retries=1)(answer)
reports = list(azulejo._chunks.answers(engine, [*lines[:70], deadly, *lines[71:90]], 30, False))
assert [report["id"] for report in reports] == list(range(90))
assert [report["id"] for report in reports if report["status"] == "error"] == [70]
print("deadly question answered")

gone = []
def node(done):
    if not gone:
        gone.append(done)
        cluster.remove_node(second, allow_graceful=False)
folder = tempfile.mkdtemp()
azulejo.ray.run(lines, folder, chunk=50, progress=node)
assert gone and gone[0] < NUMBER and whole(folder)
print("node killed")
ray.shutdown()
cluster.shutdown()
"""
HELD = ["mapped", "workers killed", "driver killed", "deadly question answered", "node killed"]


def test_killed_workers_drivers_and_nodes_lose_and_double_nothing(tmp_path):
    if os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("a network namespace of its own needs root, `unshare` and `ip`: Ray would not stay on this machine")
    script = tmp_path / "two_nodes.py"
    script.write_text(textwrap.dedent(PROGRAM))
    inside = ["unshare", "-n", "sh", "-c", f"ip link set lo up && exec '{sys.executable}' '{script}'"]
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode != 0:
        pytest.skip("this machine does not let even root have a network namespace of its own")
    done = subprocess.run(inside, capture_output=True, text=True, timeout=900)
    # Ray says between our lines what it thinks of dying workers.
    told = [line for line in done.stdout.splitlines() if line in HELD]
    assert (done.returncode, told) == (0, HELD), done.stdout + done.stderr[-3000:]
