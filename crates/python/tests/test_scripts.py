"""The scripts for Slurm, Kubernetes and GNU parallel, each run as its scheduler would run it."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from conftest import questions

SCRIPTS = Path(__file__).parents[3] / "examples" / "clusters"


@pytest.fixture
def place(command, tmp_path):
    lines = questions(30)
    lines[10] = "nonsense"
    (tmp_path / "lines.jsonl").write_text("".join(f"{line}\n" for line in lines))
    path = f"{Path(command.binary).parent}:{os.environ['PATH']}"
    return tmp_path, {**os.environ, "PATH": path}


def answered(folder):
    found = [json.loads(line) for path in folder.glob("part-*.jsonl") for line in path.read_text().splitlines()]
    return sorted(answer.get("id", 10) for answer in found)


def test_slurm_tasks_answer_each_line_once_and_resume(place):
    folder, environment = place
    for task in [0, 1, 2, 1, 2]:
        task_environment = {**environment, "SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "3"}
        subprocess.run(["sh", SCRIPTS / "slurm.sh", folder / "lines.jsonl", folder / "out"], env=task_environment, check=True)
        if task == 0:
            # What a killed task left.
            (folder / "out").joinpath("part-1.jsonl").write_text('{"id":0,"status":"solved"}\n{"id":3,"sta')
    # The spoiled line, which has no id, is answered once too.
    assert answered(folder / "out") == list(range(30))


def test_pods_answer_each_line_once(place):
    folder, environment = place
    job = yaml.safe_load((SCRIPTS / "kubernetes.yaml").read_text())["spec"]
    (script,) = job["template"]["spec"]["containers"][0]["args"]
    assert job["completionMode"] == "Indexed" and f"/{job['completions']}\"" in script
    # The volume is here, and four pods are enough.
    script = script.replace("/data", str(folder)).replace(f"/{job['completions']}\"", "/4\"")
    for index in range(4):
        subprocess.run(["sh", "-c", script], env={**environment, "JOB_COMPLETION_INDEX": str(index)}, check=True)
    assert answered(folder) == list(range(30))


def test_gnu_parallel_answers_each_line_once(place):
    if not shutil.which("parallel"):
        pytest.skip("GNU parallel is not installed")
    folder, environment = place
    subprocess.run(["sh", SCRIPTS / "parallel.sh", folder / "lines.jsonl", folder / "out", "4"], env=environment, check=True)
    assert answered(folder / "out") == list(range(30))
