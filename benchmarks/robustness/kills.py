"""Writers that get SIGKILL at a random moment: the place then holds the old or the new, whole.

The next write must succeed and leave nothing else. Training that goes on from its checkpoint must
end with the same bits as training that was never killed.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.robustness.small import SQUARE, WEDGE, follows, inserted
from motifcnn.cli.app import app
from motifcnn.graph import read_graph, write_graph
from motifcnn.graph.changes import changed_graph
from motifcnn.graph.io.change_table import read_changes
from motifcnn.tensor import count, load_tensor
from motifcnn.tensor.store import load_origin
from motifcnn.tensor.update.stored import update_store
from motifcnn.train import fit, load_run


@dataclass(frozen=True)
class Job:
    """What is killed.

    Parameters
    ----------
    work : function of the folder and a number
        Writes; each number writes something else.
    check : function of the folder
        Raises unless what is there is whole.
    whole : function of the folder
        Raises unless the work, done to its end after a kill, is as if nobody had been killed.
    """

    work: Callable[[Path, int], object]
    check: Callable[[Path], object]
    whole: Callable[[Path], object]


def verb(*arguments: object) -> None:
    """A verb of the command line, in this process."""
    with open(os.devnull, "w") as nowhere:
        before, sys.stdout = sys.stdout, nowhere
        try:
            app([str(argument) for argument in arguments], standalone_mode=False)
        finally:
            sys.stdout = before


def tensor_is_a_count(folder: Path) -> None:
    """The stored tensor equals a count of the graph that it says it is about."""
    store, graph = folder / "tensor", follows()
    if store.exists():
        changes = load_origin(store).changes
        if changes is not None:
            graph = changed_graph(graph, read_changes(graph, changes))
        assert load_tensor(store) == count(graph, SQUARE, engine="join")


def count_out(folder: Path, number: int) -> None:
    pattern = str(SQUARE)
    verb("count", folder / "graph", pattern, "--out", folder / "tensor", "--overwrite")


def update(folder: Path, number: int) -> None:
    if not (folder / "tensor").exists():
        count_out(folder, number)
    update_store(folder / "tensor", inserted(number % 60, (number + 1) % 60), follows())


def train(folder: Path, number: int) -> None:
    run = fit(
        follows(),
        [WEDGE],
        epochs=12,
        settings={"window": 12},
        split=(0.4, 0.2, 0.4),
        checkpoint=folder / "state",
        checkpoint_every=1,
    )
    run.save(folder / "run", source=folder / "graph")


def run_is_whole(folder: Path) -> None:
    if (folder / "run").exists():
        run = load_run(folder / "run")
        assert run.training_graph is not None


def imported(folder: Path, number: int) -> None:
    verb("import", folder / "tables", "--yes", "--out", folder / "imported")


def import_is_whole(folder: Path) -> None:
    if (folder / "imported").exists():
        assert read_graph(folder / "imported").counts["shop"] == 3


def report(folder: Path, number: int) -> None:
    if not (folder / "run").exists():
        train(folder, number)
    verb("report", folder / "run", "--no-verdict", "--out", folder / "report.html")


def report_is_whole(folder: Path) -> None:
    if (folder / "report.html").exists():
        assert (folder / "report.html").read_text(encoding="utf-8").rstrip().endswith("</html>")


def prepared(folder: Path) -> Path:
    """A folder with a graph and tables to work on."""
    write_graph(follows(), folder / "graph")
    (folder / "tables").mkdir()
    (folder / "tables" / "shops.csv").write_text("shop,region\na,north\nb,south\nc,north\n")
    return folder


def jobs(unharmed: Path) -> dict[str, Job]:
    """The jobs, compared with a folder in which nobody was killed."""

    def same_weights(folder: Path) -> None:
        expected, found = load_run(unharmed / "run"), load_run(folder / "run")
        for name, values in expected.weights.items():
            assert np.array_equal(values, found.weights[name]), f"{name} differs"

    return {
        "count --out": Job(count_out, tensor_is_a_count, tensor_is_a_count),
        "count --update": Job(update, tensor_is_a_count, tensor_is_a_count),
        "train --checkpoint": Job(train, run_is_whole, same_weights),
        "import": Job(imported, import_is_whole, import_is_whole),
        "report": Job(report, report_is_whole, report_is_whole),
    }


def kills(number: int, seed: int) -> int:
    """Kills and prints what was found; the exit code."""
    rng, found = random.Random(seed), Counter[str]()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as place:
        unharmed = prepared(Path(place) / "unharmed")
        every = jobs(unharmed)
        for job in every.values():
            job.work(unharmed, 0)  # compiles
        takes = {}
        for at, (name, job) in enumerate(every.items()):
            folder = started(name, prepared(Path(place) / f"timed-{at}"), unharmed)
            takes[name] = timed(job, folder)
        done = 0
        while done < number:
            name = list(every)[done % len(every)]
            folder = prepared(Path(place) / f"{done}-{found['in time']}")
            started(name, folder, unharmed)
            start = time.perf_counter()
            if not killed(every[name], folder, rng.uniform(0.0, takes[name])):
                found["in time"] += 1
                takes[name] = min(takes[name], time.perf_counter() - start)
                continue
            done += 1
            try:
                examine(every[name], folder, found)
            except Exception as error:
                found["mixed or lost"] += 1
                print(f"{name}, kill {done}: {type(error).__name__}: {error}")
    seconds = time.perf_counter() - began
    print(
        f"{done} kills in {seconds:.0f} s ({found['in time']} more came too late): "
        f"{found['mixed or lost']} mixed or lost, {found['left']} left something behind, "
        f"{found['still left']} files left after the next write"
    )
    return int(found["mixed or lost"] + found["still left"] > 0)


def started(name: str, folder: Path, unharmed: Path) -> Path:
    """The folder with what the work begins from: an update has a tensor, a report a run."""
    begins_from = {"count --update": "tensor", "report": "run"}
    if name in begins_from:
        shutil.copytree(unharmed / begins_from[name], folder / begins_from[name])
    return folder


def timed(job: Job, folder: Path) -> float:
    """Seconds of the work."""
    began = time.perf_counter()
    job.work(folder, 0)
    return time.perf_counter() - began


def killed(job: Job, folder: Path, wait: float) -> bool:
    """Whether the work was killed after some seconds, before its end."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            job.work(folder, 1)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    end = time.monotonic() + wait
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            assert status == 0, "the work failed without a kill; its traceback is above"
            return False
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def examine(job: Job, folder: Path, found: Counter[str]) -> None:
    """Looks at a folder after a kill, then does the work to its end."""
    found["left"] += bool(hidden(folder))
    job.check(folder)
    job.work(folder, 1)
    job.whole(folder)
    found["still left"] += len(hidden(folder))


def hidden(folder: Path) -> list[Path]:
    return list(folder.rglob(".*"))
