"""Chunks on Dask, on loopback: exactly one answer a question, whatever dies."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import azulejo
import azulejo.dask
import azulejo.local
from azulejo import _chunks, _progress
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
    # Others' answers are not written over, and a list that has grown goes on.
    with pytest.raises(azulejo.Problem, match="other questions"):
        azulejo.dask.run(client, questions(200)[1:], tmp_path / "out")
    grown = azulejo.dask.run(client, questions(290), tmp_path / "out")
    assert (grown["kept"], grown["answered"]) == (180, 110) and ids(tmp_path / "out") == list(range(290))


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
    quick, lines = _chunks.measured(questions(300))
    assert quick > 100 and list(lines) == questions(300)
    # Hours of work: measuring it ends, and it travels alone.
    board = "A" + "." * 23 + "\n" + ("." * 24 + "\n") * 22 + "." * 23 + "A\n"
    endless = json.dumps({"game": "flow", "puzzle": board, "options": {"count": "all", "fill": False, "engine": "search"}})
    assert _chunks.measured([endless] * 3)[0] == 1
    assert _chunks.measured([])[0] >= 1


def test_chunks_are_cut_by_length_too():
    long = ["x" * (_chunks.LARGEST_BYTES // 3)] * 7
    assert [len(chunk) for _, chunk in _chunks.chunks(long, 100)] == [3, 3, 1]
    assert [len(chunk) for _, chunk in _chunks.chunks(questions(7), 3)] == [3, 3, 1]


class OutOfTurn(_chunks.Engine):
    """Ends the youngest task first, and keeps count."""

    def __init__(self):
        self.most = 0

    def submit(self, chunk, path):
        return _chunks.answer_chunk, tuple(chunk), path

    def wait(self, tasks):
        self.most = max(self.most, len(tasks))
        return tasks[-1:]

    def result(self, task):
        return task[0](list(task[1]), task[2])

    def workers(self):
        return 2


def test_a_slow_chunk_is_not_outrun_without_bound():
    engine = OutOfTurn()
    begun = []
    lines = (begun.append(number) or line for number, line in enumerate(questions(400)))
    reports = _chunks.answers(engine, lines, 2, False)
    assert next(reports)["id"] == 0
    # Two rounds of three chunks for each of two workers, and the chunk that is being cut.
    assert len(begun) <= 2 * (2 * 3 * 2 + 1) and engine.most <= 6
    assert [report["id"] for report in reports] == list(range(1, 400))


def test_a_question_that_kills_its_workers_is_answered_and_the_others_are(tmp_path):
    class Deadly(azulejo.dask._Dask):
        def submit(self, chunk, path):
            def answer(chunk, path):
                import os
                import signal

                if any("deadly" in line for line in chunk):
                    os.kill(os.getpid(), signal.SIGKILL)
                return _chunks.answer_chunk(chunk, path)

            return self.client.submit(answer, chunk, path, pure=False)

    # Few, for each death costs the beginning of a process.
    lines = questions(12)
    lines[5] = json.dumps({"id": 5, "game": "flow", "puzzle": "deadly"})
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", silence_logs=60,
                                  dashboard_address="127.0.0.1:0") as cluster, distributed.Client(cluster) as client:
        client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 0))
        _chunks.run(Deadly(client), lines, tmp_path, 4, False)
    found = list(azulejo.dask.reports(tmp_path))
    assert [report["id"] for report in found] == list(range(12))
    assert [report["id"] for report in found if report["status"] == "error"] == [5]
    assert "died" in found[5]["error"]["message"] and found[5]["puzzle"] == "deadly"


def test_spoiled_bytes_are_answers(tmp_path):
    source = tmp_path / "lines.jsonl"
    good = questions(4)
    source.write_bytes("\n".join(good[:2]).encode() + b"\n\xff\xfe\n\n" + f"{good[2]}\r\n{good[3]}".encode())
    for path in (source, tmp_path / "lines.jsonl.gz"):
        if path.suffix == ".gz":
            path.write_bytes(gzip.compress(source.read_bytes()))
        assert [report["status"] for report in azulejo.local.map(path)] == ["solved", "solved", "error", "solved", "solved"]


def test_here_is_a_cluster_too(tmp_path):
    told = []
    reports = list(azulejo.local.map(iter(questions(100)), chunk=7, out=tmp_path, threads=2, progress=told.append))
    assert [report["id"] for report in reports] == list(range(100)) and told[-1] == 100
    assert azulejo.local.run(questions(100), tmp_path)["kept"] == 100


def test_a_bar_says_how_far_and_how_quick(tmp_path, capsys):
    bar = _progress.Bar(2000)
    for done in (0, 1000):
        bar(done)
    assert bar.text(10.0) == "█" * 12 + "·" * 12 + "  50%  1,000 of 2,000  100 a second  10 s left"
    assert _progress.Bar(None).text(1.0) == "0 answered  0 a second"
    azulejo.local.run(questions(30), tmp_path, chunk=10, progress=True)
    assert "30 of 30" in capsys.readouterr().err
    (tmp_path / "lines").write_text("a\nb\n")
    assert (_progress.count(tmp_path / "lines"), _progress.count([1, 2, 3]), _progress.count(iter([]))) == (2, 3, None)
