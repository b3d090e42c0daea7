"""Chunks on Dask, on loopback: exactly one answer a question, whatever dies."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import azulejo
import azulejo.dask
from azulejo import _chunks
from conftest import questions

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def client():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1",
                                  dashboard_address="127.0.0.1:0") as cluster:
        with distributed.Client(cluster) as client:
            yield client


def ids(folder):
    return [report["id"] for report in azulejo.dask.reports(folder)]


def test_reports_come_in_order_without_files(client):
    told = []
    reports = list(azulejo.dask.map(client, questions(300), chunk=17, progress=told.append))
    assert [report["id"] for report in reports] == list(range(300)) and told[-1] == 300
    assert {report["status"] for report in reports} == {"solved"}


def test_a_file_of_lines_is_answered_into_files_and_not_again(client, tmp_path):
    source = tmp_path / "lines.jsonl"
    source.write_text("".join(f"{line}\n" for line in questions(200)))
    first = azulejo.dask.run(client, source, tmp_path / "out", chunk=30)
    assert (first["answered"], first["kept"], first["chunks"]) == (200, 0, 7)
    again = azulejo.dask.run(client, source, tmp_path / "out")
    assert (again["answered"], again["kept"]) == (0, 200)
    assert ids(tmp_path / "out") == list(range(200))
    with pytest.raises(azulejo.Problem, match="chunks of 30"):
        azulejo.dask.run(client, source, tmp_path / "out", chunk=31)


def test_a_killed_worker_loses_and_doubles_nothing(client, tmp_path):
    before = set(client.scheduler_info()["workers"])
    pid = next(iter(client.run(os.getpid).values()))
    killed = []

    def kill(done):
        if not killed:
            killed.append(done)
            os.kill(pid, signal.SIGKILL)

    azulejo.dask.run(client, questions(4000), tmp_path, chunk=100, progress=kill)
    assert killed and killed[0] < 4000
    assert ids(tmp_path) == list(range(4000))
    assert not list(tmp_path.glob("*.tmp")) and before


def test_a_killed_driver_goes_on_where_it_stopped(tmp_path):
    program = f"""if True:
        import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})
        import azulejo.dask, distributed
        from conftest import questions
        if __name__ == "__main__":
            with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False,
                                          dashboard_address="127.0.0.1:0") as cluster, distributed.Client(cluster) as client:
                print(azulejo.dask.run(client, questions(6000), {str(tmp_path)!r}, chunk=50), flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while len(list(tmp_path.glob("part-*.jsonl"))) < 3 and time.monotonic() < until and child.poll() is None:
        time.sleep(0.002)
    child.kill()
    child.wait()
    kept = len(list(tmp_path.glob("part-*.jsonl")))
    assert 3 <= kept < 120, "the driver was to die in the middle"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert "'kept': 0" not in done.stdout and ids(tmp_path) == list(range(6000)), done.stderr


def test_a_chunk_that_is_answered_twice_is_one_file(tmp_path):
    lines = questions(5)
    path = tmp_path / _chunks.part(0, lines)
    for _ in range(2):
        assert _chunks.answer_chunk(lines, str(path)) == 5
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == list(range(5))
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert _chunks.part(0, lines) != _chunks.part(0, lines[::-1])


def test_chunks_are_as_large_as_questions_are_quick():
    assert _chunks.chunk_size(questions(64)) > 100
