"""A run that was killed and resumed ends with the same bits."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from motifcnn.errors import StoreError
from motifcnn.train import Epoch, Run, fit
from motifcnn.train.loop.checkpoint import load_weights, weights_of
from tests.small_graphs import MOTIFS, bibliography
from tests.stop_after import StopAfter

ROOT = Path(__file__).parents[3]
SETTINGS = {"epochs": 24, "window": 24}

# Forked after imports and compilation, so that a child spends its time training.
DRIVER = """
import os, sys, time
from motifcnn.train import fit
from tests.small_graphs import MOTIFS, bibliography
graph = bibliography()
options = dict(split=(0.4, 0.2, 0.4), seed=5, checkpoint_every=2)
options["settings"] = {"epochs": 24, "window": 24}
class Slow:
    def start(self, epochs): pass
    def epoch(self, epoch): time.sleep(0.002)
    def end(self): pass
fit(graph, MOTIFS, checkpoint=sys.argv[1], callbacks=[Slow()], **options)
"""


def same_bits(one: Run, two: Run) -> bool:
    return all(np.array_equal(one.weights[k], two.weights[k]) for k in one.weights)


def timeless(history: tuple[Epoch, ...]) -> list[tuple[float, ...]]:
    return [(e.number, e.loss, e.val_loss, e.val_micro_f1, e.val_macro_f1) for e in history]


def options() -> dict[str, object]:
    return {"split": (0.4, 0.2, 0.4), "seed": 5, "settings": SETTINGS, "checkpoint_every": 2}


@pytest.mark.parametrize("preset", ["default", "preprint"])
@pytest.mark.parametrize("epochs", [1, 2, 13])
def test_an_interrupted_run_goes_on_where_it_stood(
    preset: str, epochs: int, tmp_path: Path
) -> None:
    graph = bibliography()
    whole = fit(graph, MOTIFS, preset=preset, **options())
    with pytest.raises(KeyboardInterrupt):
        fit(
            graph,
            MOTIFS,
            preset=preset,
            checkpoint=tmp_path / "c",
            callbacks=[StopAfter(epochs)],
            **options(),
        )
    resumed = fit(graph, MOTIFS, preset=preset, checkpoint=tmp_path / "c", **options())
    assert same_bits(whole, resumed)
    assert timeless(whole.history) == timeless(resumed.history)
    assert whole.test == resumed.test


def test_killed_at_20_random_moments_the_resumed_run_has_the_same_bits(tmp_path: Path) -> None:
    whole = fit(bibliography(), MOTIFS, **options())
    rng = random.Random(0)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    server = """
import os, signal, sys, time
import motifcnn.train, motifcnn.nn.fused.spmm, motifcnn.nn.fused.dropout
import sklearn.metrics, sklearn.utils.extmath, pandas
from tests.small_graphs import MOTIFS, bibliography
bibliography()
print("ready", flush=True)
for line in sys.stdin:
    folder, wait = line.split("\\t")
    child = os.fork()
    if child == 0:
        sys.argv[1:] = [folder]
        exec(compile(DRIVER, "driver", "exec"))
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
""".replace("DRIVER", repr(DRIVER))
    with subprocess.Popen(
        [sys.executable, "-c", server],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()

        def ends(folder: Path, wait: float) -> tuple[str, float]:
            """How a run came to its end that is killed after so many seconds, and when it did."""
            began = time.monotonic()
            process.stdin.write(f"{folder}\t{wait}\n")  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
            return process.stdout.readline().strip(), time.monotonic() - began  # type: ignore[union-attr]

        _, usual = ends(tmp_path / "timing", 60.0)
        killed: list[Path] = []
        for number in range(200):
            folder = tmp_path / str(number)
            end, seconds = ends(folder, rng.uniform(0.0, usual))
            if end == "killed":
                killed.append(folder)
            else:
                usual = min(
                    usual, seconds
                )  # the first run may have been slow: later moments are never reached
            if len(killed) == 20:
                break
        process.stdin.close()
    assert len(killed) == 20
    for folder in killed:
        resumed = fit(bibliography(), MOTIFS, checkpoint=folder, **options())
        assert same_bits(whole, resumed), f"killed in {folder.name}"


def test_a_finished_run_is_not_trained_again(tmp_path: Path) -> None:
    graph = bibliography()
    one = fit(graph, MOTIFS, checkpoint=tmp_path / "c", **options())
    two = fit(graph, MOTIFS, checkpoint=tmp_path / "c", callbacks=[StopAfter(1)], **options())
    assert same_bits(one, two)


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    graph = bibliography()
    fit(graph, MOTIFS, checkpoint=tmp_path / "c", **options())
    with pytest.raises(StoreError, match="another run"):
        fit(graph, MOTIFS, checkpoint=tmp_path / "c", **{**options(), "seed": 6})


def test_a_checkpoint_removes_older_ones_and_nothing_else(tmp_path: Path) -> None:
    for name in ("figures-per-epoch-final", "epoch-notes", "my-epoch-000001"):
        (tmp_path / name).mkdir()
    (tmp_path / ".epoch-000001.x1y2.part").mkdir()  # left over by a kill
    fit(
        bibliography(),
        model="mlp",
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


def test_weights_of_another_network_are_refused_by_name() -> None:
    module = torch.nn.Linear(2, 3)
    weights = weights_of(module)
    load_weights(module, weights)
    with pytest.raises(
        StoreError, match=r"bias is missing, the network has \(3,\).*train it again"
    ):
        load_weights(module, {"weight": weights["weight"]})
    with pytest.raises(
        StoreError, match=r"members.0.bias is \(3,\), the network has no such array"
    ):
        load_weights(module, weights | {"members.0.bias": weights["bias"]})
    with pytest.raises(StoreError, match=r"weight is \(2, 3\), the network has \(3, 2\)"):
        load_weights(module, weights | {"weight": weights["weight"].T})
