"""A run that was killed and resumed ends with the same bits."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from motifcnn.errors import StoreError
from motifcnn.methods.epoch import Epoch
from motifcnn.nn.inputs import InputBlock, Inputs
from motifcnn.nn.settings import TrainSettings
from motifcnn.train import Run, fit
from motifcnn.train.loop.checkpoint import Checkpoint
from motifcnn.train.loop.loop import State, make_optimiser, weights_of
from tests.small_graphs import MOTIFS, bibliography
from tests.stop_after import StopAfter

ROOT = Path(__file__).parents[3]
OPTIONS: dict[str, Any] = {
    "split": (0.4, 0.2, 0.4),
    "seed": 5,
    "settings": {"epochs": 16, "window": 16},
    "checkpoint_every": 2,
}
VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "preprint": {"preset": "preprint"},
    "wide": {"model": "wide-motif"},
    "batch norm": {"preset": "asonam", "settings": OPTIONS["settings"] | {"batch_norm": True}},
    **{
        name: {"settings": OPTIONS["settings"] | {"optimiser": name, "halve_after": 2}}
        for name in ("rmsprop", "adagrad", "sgd")
    },
}

AFTER_NINE = [(name, 9) for name in VARIANTS]


def same_bits(one: Run, two: Run) -> bool:
    return all(np.array_equal(one.weights[k], two.weights[k]) for k in one.weights)


def timeless(history: tuple[Epoch, ...]) -> list[tuple[float, ...]]:
    return [(e.number, e.loss, e.val_loss, e.val_micro_f1, e.val_macro_f1) for e in history]


@pytest.mark.parametrize(
    ("name", "epochs"),
    [*((name, epochs) for name in ("default", "preprint") for epochs in (1, 2)), *AFTER_NINE],
)
def test_an_interrupted_run_goes_on_where_it_stood(name: str, epochs: int, tmp_path: Path) -> None:
    graph, options = bibliography(), OPTIONS | VARIANTS[name]
    whole = fit(graph, MOTIFS, **options)
    options["checkpoint"] = tmp_path / "c"
    with pytest.raises(KeyboardInterrupt):
        fit(graph, MOTIFS, callbacks=[StopAfter(epochs)], **options)
    resumed = fit(graph, MOTIFS, **options)
    assert same_bits(whole, resumed)
    assert timeless(whole.history) == timeless(resumed.history)
    assert whole.test == resumed.test


# Children are forked after imports, compilation and one fit, so that they spend their time
# training. One thread each: a pool of threads does not survive a fork.
SERVER = """
import os, signal, sys, time
import numpy as np
from motifcnn.train import fit
from tests.small_graphs import MOTIFS, bibliography
from tests.train.loop.test_checkpoint import OPTIONS

class Slow:
    def start(self, epochs): pass
    def epoch(self, epoch): time.sleep(0.002)
    def end(self): pass

def train(folder):
    return fit(bibliography(), MOTIFS, checkpoint=folder, callbacks=[Slow()], **OPTIONS)

train(sys.argv[1])
print("ready", flush=True)
for line in sys.stdin:
    folder, wait, result = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if child == 0:
        run = train(folder)
        np.savez(result, **run.weights)
        os._exit(0)
    end = time.monotonic() + float(wait)
    while time.monotonic() < end and os.waitpid(child, os.WNOHANG) == (0, 0):
        time.sleep(0.001)
    try:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else "done", flush=True)
    except (ProcessLookupError, ChildProcessError):
        print("done", flush=True)
"""


class Server:
    """Runs that end by themselves or are killed after some seconds."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ends(self, folder: Path, wait: float, result: Path) -> tuple[str, float]:
        """How a run came to its end, and after how many seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        began = time.monotonic()
        self.process.stdin.write(f"{folder}\t{wait}\t{result}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip(), time.monotonic() - began


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "OMP_NUM_THREADS": "1",
        "NUMBA_NUM_THREADS": "1",
        "NUMBA_THREADING_LAYER": "workqueue",
    }
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        yield Server(process)
        process.stdin.close()


def test_killed_at_20_random_moments_the_resumed_run_has_the_same_bits(tmp_path: Path) -> None:
    rng, killed = random.Random(0), []
    with server(tmp_path / "first") as running:
        assert running.ends(tmp_path / "whole", 60.0, tmp_path / "whole.npz")[0] == "done"
        _, usual = running.ends(tmp_path / "timing", 60.0, tmp_path / "timing.npz")
        for number in range(200):
            folder = tmp_path / str(number)
            end, seconds = running.ends(folder, rng.uniform(0.0, usual), tmp_path / "any.npz")
            if end == "killed":
                killed.append(folder)
            else:  # later moments are never reached
                usual = min(usual, seconds)
            if len(killed) == 20:
                break
        assert len(killed) == 20
        for folder in killed:
            result = folder.with_suffix(".npz")
            assert running.ends(folder, 60.0, result)[0] == "done"
    with np.load(tmp_path / "whole.npz") as whole:
        for folder in killed:
            with np.load(folder.with_suffix(".npz")) as resumed:
                for name in whole.files:
                    assert np.array_equal(whole[name], resumed[name]), f"{folder.name}: {name}"


def test_a_finished_run_is_not_trained_again(tmp_path: Path) -> None:
    graph = bibliography()
    one = fit(graph, MOTIFS, checkpoint=tmp_path / "c", **OPTIONS)
    two = fit(graph, MOTIFS, checkpoint=tmp_path / "c", callbacks=[StopAfter(1)], **OPTIONS)
    assert same_bits(one, two)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 6},
        {"settings": {"epochs": 17, "choose": False}},
        {"model": "motif-cnn-a"},
        {"batch_size": 9},
        {"class_weights": "balanced"},
        {"split": (0.3, 0.3, 0.4)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_checkpoint_of_another_run_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    options = OPTIONS | {"settings": {"epochs": 1, "choose": False}}
    fit(bibliography(), MOTIFS, checkpoint=tmp_path / "c", **options)
    with pytest.raises(StoreError, match=r"a checkpoint of another run.*Name another folder"):
        fit(bibliography(), MOTIFS, checkpoint=tmp_path / "c", **options | change)


def test_a_checkpoint_of_another_graph_or_other_motifs_is_refused(tmp_path: Path) -> None:
    options = OPTIONS | {"settings": {"epochs": 1}, "checkpoint": tmp_path / "c"}
    fit(bibliography(), MOTIFS, **options)
    for graph, motifs in ((bibliography(seed=1), MOTIFS), (bibliography(), MOTIFS[:2])):
        with pytest.raises(StoreError, match="another run"):
            fit(graph, motifs, **options)


def test_a_checkpoint_removes_older_ones_and_nothing_else(tmp_path: Path) -> None:
    for name in ("figures-per-epoch-final", "epoch-notes", "my-epoch-000001"):
        (tmp_path / name).mkdir()
    (tmp_path / ".epoch-000001.0123456789abcdef.part").mkdir()  # left behind by a killed process
    fit(
        bibliography(),
        model="tiny-network",
        split=(0.4, 0.2, 0.4),
        epochs=3,
        checkpoint=tmp_path,
        checkpoint_every=1,
    )
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {
        "figures-per-epoch-final",
        "epoch-notes",
        "my-epoch-000001",
        "epoch-000003",
        "inputs",
    }


def made(name: str = "adam") -> State:
    torch.manual_seed(0)
    module = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.BatchNorm1d(2))
    return State(module, make_optimiser(module, TrainSettings(optimiser=name)), [], {})


@pytest.mark.parametrize("name", ["adam", "rmsprop", "adagrad", "sgd"])
def test_all_that_decides_the_next_step_is_restored(name: str, tmp_path: Path) -> None:
    def step(state: State) -> None:
        state.optimiser.zero_grad()
        state.module(torch.rand(5, 3)).square().sum().backward()
        state.optimiser.step()

    one, other = made(name), made(name)
    for _ in range(3):
        step(one)
    one.history.append(Epoch(1, 0.5, 0.25, 0.75, 0.7, 1.5))
    one.best = weights_of(one.module)
    Checkpoint(tmp_path, 1, "run").save(one)
    step(one)
    torch.manual_seed(99)
    assert Checkpoint(tmp_path, 1, "run").restore(other)
    step(other)
    for key, value in weights_of(one.module).items():
        assert np.array_equal(value, weights_of(other.module)[key]), key
    assert other.history == one.history
    assert all(np.array_equal(one.best[key], other.best[key]) for key in one.best)


def test_nothing_is_restored_where_nothing_complete_was_written(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, 1, "run")
    assert not checkpoint.restore(made())
    (tmp_path / "epoch-000004").mkdir()
    assert not checkpoint.restore(made())
    assert checkpoint.load_inputs() is None


def test_inputs_are_kept_beside_the_epochs(tmp_path: Path) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    inputs = Inputs({"a": (InputBlock("structure", 3),)}, {"structure/a": array}, {})
    checkpoint = Checkpoint(tmp_path, 1, "run")
    checkpoint.save_inputs(inputs)
    found = checkpoint.load_inputs()
    assert found is not None
    assert found.blocks == inputs.blocks
    assert np.array_equal(found.arrays["structure/a"], array)
    with pytest.raises(StoreError, match="another run"):
        Checkpoint(tmp_path, 1, "another").load_inputs()


def test_two_runs_that_began_in_one_empty_folder_do_not_overwrite_each_other(
    tmp_path: Path,
) -> None:
    one, other = made(), made()
    for state in (one, other):
        state.history.append(Epoch(1, 0.5, 0.25, 0.75, 0.7, 1.5))
    Checkpoint(tmp_path, 1, "one").save(one)
    with pytest.raises(StoreError, match="a checkpoint of another run"):
        Checkpoint(tmp_path, 1, "other").save(other)
    assert Checkpoint(tmp_path, 1, "one").restore(made())


def test_a_slower_process_of_the_same_run_keeps_the_newest_state(tmp_path: Path) -> None:
    quick, slow = made(), made()
    quick.history[:] = [Epoch(n, 0.5, 0.25, 0.75, 0.7, 1.5) for n in (1, 2, 3)]
    slow.history[:] = quick.history[:2]
    Checkpoint(tmp_path, 1, "run").save(quick)
    Checkpoint(tmp_path, 1, "run").save(slow)
    found = made()
    assert Checkpoint(tmp_path, 1, "run").restore(found)
    assert len(found.history) == 3
