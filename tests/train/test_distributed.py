from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from motifcnn.nn.settings import ConfigError
from motifcnn.train import fit
from motifcnn.train.distributed import Ranks, add_gradients, joined
from tests.ranks import torchrun, without_torchrun
from tests.small_graphs import bibliography
from tests.train import distributed_fit
from tests.train.distributed_fit import fitted, found

SCRIPT = str(Path(distributed_fit.__file__))
STILL: dict[str, Any] = {
    "epochs": 4,
    "batch_size": 7,
    "settings": {"dropout": 0.0, "input_dropout": 0.0, "filters": [8]},
}
DROPPING: dict[str, Any] = {"epochs": 4, "batch_size": 7, "settings": {"filters": [8]}}
CASES: dict[str, dict[str, Any]] = {
    "one layer": STILL,
    "two layers": STILL | {"preset": "asonam", "settings": {"dropout": 0.0, "filters": [8, 4]}},
    "class weights": STILL | {"class_weights": {"db": 1.0, "ml": 3.0, "ir": 0.5}},
    "several classes, empty shards": STILL | {"multi_label": True, "batch_size": 1, "epochs": 2},
}


Lost = tuple[tuple[int, str], dict[str, Any]]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Lost:
    """Two ranks of which the second is killed in the last epoch but one."""
    return _without_one("die", DROPPING, tmp_path_factory.mktemp("killed"))


@pytest.fixture(scope="module")
def hung(tmp_path_factory: pytest.TempPathFactory) -> Lost:
    """The same, but the second stops answering."""
    return _without_one("hang", STILL, tmp_path_factory.mktemp("hung"))


def _without_one(what: str, options: dict[str, Any], folder: Path) -> Lost:
    """Return code and message of the first rank, and the options to go on with."""
    kept = options | {"checkpoint": str(folder / "state"), "checkpoint_every": 1}
    arguments = SCRIPT, json.dumps({"lost": kept | {what: 1}}), str(folder / "out")
    return without_torchrun(2, *arguments, lost=1, timeout=5)[0], kept


@pytest.fixture(scope="module")
def of_two(killed: Lost, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What each of two ranks found for all cases."""
    more = {"dropout": DROPPING, "dropout again": DROPPING, "resumed": killed[1]}
    return _on(2, CASES | more, tmp_path_factory.mktemp("two"))


@pytest.fixture(scope="module")
def of_four(hung: Lost, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The same of four ranks, for a few."""
    cases = {"one layer": STILL, "resumed": hung[1]}
    return _on(4, cases, tmp_path_factory.mktemp("four"))


def _on(ranks: int, cases: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    done = torchrun(ranks, SCRIPT, json.dumps(cases), str(folder / "out"))
    assert done.returncode == 0, done.stderr
    return [json.loads((folder / f"out.{rank}.json").read_text()) for rank in range(ranks)]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_shards_are_a_partition_without_padding(size: int) -> None:
    rows = np.arange(10, 14)
    shards = [Ranks(rank, size).shard(rows) for rank in range(size)]
    assert np.concatenate(shards).tolist() == rows.tolist()
    assert max(map(len, shards)) - min(map(len, shards)) <= 1


def test_every_rank_draws_for_itself() -> None:
    assert Ranks(0, 1).key == ()
    assert len({Ranks(rank, size).key for size in (2, 3) for rank in range(size)}) == 5


class _Twice(Ranks):
    """Two ranks with the same values."""

    def add(self, values: torch.Tensor, *, patient: bool = False) -> None:
        values *= 2


def test_a_weight_without_gradient_on_all_ranks_stays_without() -> None:
    module = nn.ParameterList([torch.ones(2, 3), torch.ones(4)])
    (module[0] * torch.arange(6.0).view(2, 3)).sum().backward()
    assert add_gradients(module, 0.25, _Twice(0, 2)) == 0.5
    assert module[0].grad.tolist() == [[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]]
    assert module[1].grad is None


@pytest.mark.parametrize("lost", ["killed", "hung"])
def test_a_lost_rank_ends_the_others_with_an_error(
    lost: str, request: pytest.FixtureRequest
) -> None:
    (code, message), _ = request.getfixturevalue(lost)
    assert code == 1
    assert "RankError: rank 0 of 2: another rank stopped" in message
    assert "goes on from the checkpoint" in message


@pytest.mark.parametrize("name", CASES)
def test_two_ranks_have_the_loss_curve_of_one_process(
    name: str, of_two: list[dict[str, Any]]
) -> None:
    _require_alike(of_two[0][name], found(fitted(**CASES[name])))


def test_four_ranks_have_the_loss_curve_of_one_process(of_four: list[dict[str, Any]]) -> None:
    _require_alike(of_four[0]["one layer"], found(fitted(**STILL)))


def _require_alike(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert np.allclose(one["history"], other["history"], rtol=0, atol=1e-4)
    assert (np.array(one["history"])[:, 2:] == np.array(other["history"])[:, 2:]).all()
    assert np.allclose(one["probabilities"], other["probabilities"], rtol=0, atol=1e-4)
    assert (one["best"], one["test"]) == (other["best"], other["test"])


def test_every_rank_returns_the_same_run(
    of_two: list[dict[str, Any]], of_four: list[dict[str, Any]]
) -> None:
    assert of_two[0] == of_two[1]
    assert all(rank == of_four[0] for rank in of_four)


def test_with_dropout_the_same_ranks_give_the_same_bits(of_two: list[dict[str, Any]]) -> None:
    assert of_two[0]["dropout"] == of_two[0]["dropout again"]


def test_a_resumed_run_has_the_bits_of_an_undisturbed_one(of_two: list[dict[str, Any]]) -> None:
    assert of_two[0]["resumed"] == of_two[0]["dropout"]


def test_another_number_of_ranks_resumes(of_four: list[dict[str, Any]]) -> None:
    _require_alike(of_four[0]["resumed"], found(fitted(**STILL)))


def test_without_torchrun_the_error_says_how_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RANK", raising=False)
    with pytest.raises(ConfigError, match="torchrun --nproc-per-node 2 -m motifcnn train"):
        fit(bibliography(), model="mlp", batch_size=8, distributed=True)


def test_batches_are_needed() -> None:
    with pytest.raises(ConfigError, match="give a batch_size"):
        fit(bibliography(), model="mlp", distributed=True)


def test_a_choice_among_models_is_not_distributed() -> None:
    with pytest.raises(ConfigError, match="distributed: model='auto'"):
        fit(bibliography(), model="auto", batch_size=8, distributed=True)


@pytest.mark.parametrize("text", ["soon", "0", "nan", "inf"])
def test_a_timeout_is_a_number_of_seconds(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    launched = {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "1"}
    for name, value in (launched | {"MOTIFCNN_TIMEOUT": text}).items():
        monkeypatch.setenv(name, value)
    with (
        pytest.raises(ConfigError, match=f"MOTIFCNN_TIMEOUT is '{text}'"),
        joined(torch.device("cpu")),
    ):
        pass
