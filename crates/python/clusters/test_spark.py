"""Spark with two executors on loopback, whose Python has no azulejo: only the program is on their path."""

import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

import azulejo.spark

pyspark = pytest.importorskip("pyspark")


def questions(count):
    return [json.dumps({"id": number, "game": "flow", "puzzle": f"flow@2:5x5-easy#{number % 40}"}) for number in range(count)]


@pytest.fixture(scope="module")
def context():
    if not shutil.which("java"):
        pytest.skip("Spark needs Java")
    binary = os.environ.get("AZULEJO_BIN")
    if not binary:
        pytest.skip("AZULEJO_BIN does not say where the command line is; `cargo xtask clusters` does")
    os.environ["PATH"] = f"{Path(binary).parent}:{os.environ['PATH']}"
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["PYSPARK_PYTHON"] = sys._base_executable
    conf = pyspark.SparkConf().setMaster("local-cluster[2,1,512]").setAppName("azulejo")
    for name, value in {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
                        "spark.executor.memory": "512m", "spark.task.maxFailures": "8"}.items():
        conf.set(name, value)
    with pyspark.SparkContext(conf=conf) as context:
        context.setLogLevel("OFF")
        yield context


def test_an_rdd_goes_through_the_program(context):
    lines = [*questions(50), "nonsense", "", '{\n "id": 51, "game": "flow", "puzzle": "flow@2:5x5-easy#1"\n}']
    answers = [json.loads(line) for line in azulejo.spark.pipe(context.parallelize(lines, 3)).collect()]
    assert len(answers) == 53
    assert [answer["status"] for answer in answers].count("error") == 2 and answers[-1]["id"] == 51


def test_reports_come_in_order(context):
    reports = list(azulejo.spark.map(context, questions(200), chunk=30))
    assert [report["id"] for report in reports] == list(range(200))


def test_a_killed_executor_loses_and_doubles_nothing_and_a_run_is_resumed(context, tmp_path):
    (tmp_path / "lines.jsonl").write_text("\n".join(questions(3000)) + "\n")
    executors = context.parallelize(range(8), 8).map(lambda _: __import__("os").getppid()).distinct().collect()
    killed = []

    def kill(done):
        # The executor is the parent of the daemon that is the parent of its Python.
        for process in Path("/proc").glob("[0-9]*") if not killed else []:
            try:
                parent = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if int(process.name) in executors:
                killed.append(parent)
                os.kill(parent, signal.SIGKILL)
                break

    first = azulejo.spark.run(context, tmp_path / "lines.jsonl", tmp_path / "out", chunk=100, progress=kill)
    assert killed and first["answered"] == 3000
    assert [report["id"] for report in azulejo.spark.reports(tmp_path / "out")] == list(range(3000))
    parts = sorted((tmp_path / "out").glob("part-*"))
    for part in parts[::3]:
        part.unlink()
    again = azulejo.spark.run(context, tmp_path / "lines.jsonl", tmp_path / "out")
    assert (again["kept"], again["answered"]) == (2000, 1000)
    assert [report["id"] for report in azulejo.spark.reports(tmp_path / "out")] == list(range(3000))
