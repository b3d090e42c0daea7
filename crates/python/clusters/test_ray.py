"""Ray with two nodes, in a network namespace of its own, so that nothing leaves the machine."""

import os
import shutil
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("ray")

PROGRAM = """
import json, os, signal, sys, tempfile
os.environ["RAY_worker_niceness"] = "0"
import ray, azulejo.ray
from ray.cluster_utils import Cluster

lines = [json.dumps({"id": n, "game": "flow", "puzzle": f"flow@2:5x5-easy#{n % 40}"}) for n in range(6000)]
ids = lambda folder: [report["id"] for report in azulejo.ray.reports(folder)]
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False)

assert [report["id"] for report in azulejo.ray.map(lines[:300], chunk=30)] == list(range(300))
print("mapped")

pid = ray.get(ray.remote(lambda: os.getpid()).remote())
struck = []
def worker(done):
    if not struck:
        struck.append(done)
        os.kill(pid, signal.SIGKILL)
folder = tempfile.mkdtemp()
azulejo.ray.run(lines, folder, chunk=50, progress=worker)
assert struck and ids(folder) == list(range(6000))
print("worker killed")

gone = []
def node(done):
    if not gone:
        gone.append(done)
        cluster.remove_node(second, allow_graceful=False)
folder = tempfile.mkdtemp()
azulejo.ray.run(lines, folder, chunk=50, progress=node)
assert gone and ids(folder) == list(range(6000))
print("node killed")
ray.shutdown()
cluster.shutdown()
"""


def test_killed_workers_and_nodes_lose_and_double_nothing(tmp_path):
    if os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("a network namespace of its own needs root, `unshare` and `ip`: Ray would not stay on this machine")
    script = tmp_path / "two_nodes.py"
    script.write_text(textwrap.dedent(PROGRAM))
    inside = ["unshare", "-n", "sh", "-c", f"ip link set lo up && exec '{sys.executable}' '{script}'"]
    done = subprocess.run(inside, capture_output=True, text=True, timeout=300)
    # Ray says between our lines what it thinks of dying workers.
    told = [line for line in done.stdout.splitlines() if line in ("mapped", "worker killed", "node killed")]
    assert (done.returncode, told) == (0, ["mapped", "worker killed", "node killed"]), done.stdout + done.stderr[-3000:]
