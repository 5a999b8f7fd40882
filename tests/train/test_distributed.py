from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from motifcnn.methods import get_method
from motifcnn.methods.motif_cnn_settings import CANDIDATES
from motifcnn.nn.settings import ConfigError
from motifcnn.train import fit
from motifcnn.train.distributed import Ranks, folded, gradients_of, joined, put_gradients
from tests.ranks import one_process, torchrun, without_torchrun
from tests.small_graphs import bibliography
from tests.train import distributed_fit

SCRIPT = str(Path(distributed_fit.__file__))
WITHOUT_DROPOUT = {"dropout": 0.0, "input_dropout": 0.0}
# Of 18 training nodes, batches of at most 5 are two of 5 and two of 4.
STILL: dict[str, Any] = {
    "epochs": 4,
    "batch_size": 5,
    "settings": WITHOUT_DROPOUT | {"filters": [8]},
}
DROPPING: dict[str, Any] = {"epochs": 4, "batch_size": 5, "settings": {"filters": [8]}}
CASES: dict[str, dict[str, Any]] = {
    "one layer": STILL,
    "one layer with dropout": DROPPING,
    "dropout, empty shards": DROPPING | {"batch_size": 1, "epochs": 2},
    "all nodes in one batch": STILL | {"batch_size": 18},
    "two layers": STILL | {"preset": "asonam", "settings": {"dropout": 0.0, "filters": [8, 4]}},
    "class weights": STILL | {"class_weights": {"db": 1.0, "ml": 3.0, "ir": 0.5}},
    "several classes, empty shards": STILL | {"multi_label": True, "batch_size": 1, "epochs": 2},
    **{
        f"candidate: {name}": STILL | {"settings": changes | WITHOUT_DROPOUT}
        for name, changes in CANDIDATES.items()
    },
}
# These draw what one process does not: their random numbers belong to a piece of a batch.
DRAWN: dict[str, dict[str, Any]] = {
    "two layers with dropout": STILL | {"preset": "asonam", "settings": {"filters": [8, 4]}},
    "sample": STILL | {"preset": "asonam", "settings": {"filters": [8, 4]}, "sample": 2},
    "gcn": {"epochs": 4, "batch_size": 5, "model": "gcn"},
    "mlp": {"epochs": 4, "batch_size": 5, "model": "mlp"},
}
# To its own end: early stopping, with the dropout of the recipe.
WHOLE_TRAINING: dict[str, Any] = {"debian": True, "batch_size": 256, "settings": {"filters": [16]}}

Lost = tuple[tuple[int, str], dict[str, Any]]


@pytest.fixture(scope="module")
def killed_of_two(tmp_path_factory: pytest.TempPathFactory) -> Lost:
    """torchrun with two ranks of which the last is killed in the last epoch but one."""
    return _killed_under_torchrun(2, tmp_path_factory.mktemp("killed-of-two"))


@pytest.fixture(scope="module")
def killed_of_four(tmp_path_factory: pytest.TempPathFactory) -> Lost:
    """The same with four ranks."""
    return _killed_under_torchrun(4, tmp_path_factory.mktemp("killed-of-four"))


def _killed_under_torchrun(ranks: int, folder: Path) -> Lost:
    """Return code and message of torchrun, and the options to go on with."""
    kept = DROPPING | {"checkpoint": str(folder / "state"), "checkpoint_every": 1}
    case = json.dumps({"lost": kept | {"die": ranks - 1}})
    done = torchrun(ranks, SCRIPT, case, str(folder / "out"))
    return (done.returncode, done.stderr), kept


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Lost:
    """Two ranks of which the second is killed, without torchrun to end the first."""
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
def of_one(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What one rank found for all cases that others are compared with bit by bit."""
    return _on(1, CASES | DRAWN | {"dropout": DROPPING}, tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="module")
def of_two(
    killed: Lost, killed_of_two: Lost, tmp_path_factory: pytest.TempPathFactory
) -> list[dict[str, Any]]:
    """What each of two ranks found for all cases."""
    more = DRAWN | {"dropout": DROPPING, "dropout again": DROPPING}
    copied = _copied(killed_of_two[1], tmp_path_factory.mktemp("copy"))
    more |= {"resumed": killed[1], "resumed after torchrun": copied}
    return _on(2, CASES | more, tmp_path_factory.mktemp("two"))


@pytest.fixture(scope="module")
def of_four(
    hung: Lost,
    killed_of_two: Lost,
    killed_of_four: Lost,
    tmp_path_factory: pytest.TempPathFactory,
) -> list[dict[str, Any]]:
    """The same of four ranks; what was "begun by two" goes on from the checkpoint of two."""
    more = DRAWN | {"dropout": DROPPING, "resumed after torchrun": killed_of_four[1]}
    begun = {"begun by two": hung, "begun by two with dropout": killed_of_two}
    for name, (_, kept) in begun.items():
        more[name] = _copied(kept, tmp_path_factory.mktemp("copy"))
    return _on(4, CASES | more, tmp_path_factory.mktemp("four"))


@pytest.fixture(scope="module")
def in_one_process(hung: Lost, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The same of one process; "begun by two" as with four ranks."""
    folder = tmp_path_factory.mktemp("one")
    cases = CASES | {"begun by two": _copied(hung[1], folder)}
    done = one_process(SCRIPT, json.dumps(cases), str(folder / "out"))
    assert done.returncode == 0, done.stderr
    results: dict[str, Any] = json.loads((folder / "out.0.json").read_text())
    return results


def _copied(kept: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The options with a checkpoint of their own, so that each resumes where the rank was lost."""
    return kept | {"checkpoint": str(shutil.copytree(kept["checkpoint"], folder / "state"))}


def _on(ranks: int, cases: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    folder.mkdir(exist_ok=True)
    done = torchrun(ranks, SCRIPT, json.dumps(cases), str(folder / "out"))
    assert done.returncode == 0, done.stderr
    return [json.loads((folder / f"out.{rank}.json").read_text()) for rank in range(ranks)]


def test_ranks_cut_batches_alike_where_their_number_divides_that_of_pieces() -> None:
    cut = {n: {p for rank in range(n) for p in Ranks(rank, n).shard.cut()} for n in (1, 2, 3, 4, 6)}
    assert cut[1] == cut[2] == cut[4]
    assert [len(cut[n]) for n in (1, 3, 4, 6)] == [4, 3, 4, 6]


@pytest.mark.parametrize("pieces", range(1, 9))
def test_pieces_fold_to_their_sum(pieces: int) -> None:
    parts = torch.arange(3.0 * pieces).view(pieces, 3)
    assert torch.equal(folded(list(parts)), parts.sum(0))


def test_pieces_fold_to_the_same_bits_on_every_number_of_ranks() -> None:
    torch.manual_seed(0)
    pieces = list(torch.randn(4, 1000) * torch.tensor([1e-4, 1e3, 1.0, 1e-2]).view(4, 1))
    for ranks in (1, 2, 4):
        by_rank = [folded(pieces[rank::ranks]) for rank in range(ranks)]
        assert torch.equal(folded(by_rank), folded(pieces))


def test_a_weight_without_gradient_in_all_pieces_stays_without() -> None:
    module = nn.ParameterList([torch.ones(2, 3), torch.ones(4)])
    (module[0] * torch.arange(6.0).view(2, 3)).sum().backward()
    first = gradients_of(module, 0.25)
    module.zero_grad()
    assert put_gradients(module, first + gradients_of(module, 0.5)) == 0.75
    assert module[0].grad.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
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
    name: str, of_two: list[dict[str, Any]], in_one_process: dict[str, Any]
) -> None:
    _require_alike(of_two[0][name], in_one_process[name])


@pytest.mark.parametrize("name", CASES)
def test_four_ranks_have_the_loss_curve_of_one_process(
    name: str, of_four: list[dict[str, Any]], in_one_process: dict[str, Any]
) -> None:
    _require_alike(of_four[0][name], in_one_process[name])


def _require_alike(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert np.allclose(one["history"], other["history"], rtol=0, atol=1e-4)
    assert (np.array(one["history"])[:, 2:] == np.array(other["history"])[:, 2:]).all()
    assert np.allclose(one["probabilities"], other["probabilities"], rtol=0, atol=1e-4)
    assert (one["best"], one["test"]) == (other["best"], other["test"])


@pytest.mark.parametrize("name", [*CASES, *DRAWN, "dropout"])
def test_one_two_and_four_ranks_train_to_the_same_bits(
    name: str,
    of_one: list[dict[str, Any]],
    of_two: list[dict[str, Any]],
    of_four: list[dict[str, Any]],
) -> None:
    assert of_one[0][name] == of_two[0][name] == of_four[0][name]


def test_one_two_and_four_ranks_have_one_loss_curve_to_the_end_of_training(tmp_path: Path) -> None:
    one, two, four = (
        _on(ranks, {"whole": WHOLE_TRAINING}, tmp_path / str(ranks))[0]["whole"]
        for ranks in (1, 2, 4)
    )
    assert one == two == four
    assert 30 < len(one["history"]) < get_method("motif-cnn").settings.epochs, "ended by itself"


def test_every_rank_returns_the_same_run(
    of_two: list[dict[str, Any]], of_four: list[dict[str, Any]]
) -> None:
    assert of_two[0] == of_two[1]
    assert all(rank == of_four[0] for rank in of_four)


def test_with_dropout_the_same_ranks_give_the_same_bits(of_two: list[dict[str, Any]]) -> None:
    assert of_two[0]["dropout"] == of_two[0]["dropout again"]


def test_a_resumed_run_has_the_bits_of_an_undisturbed_one(of_two: list[dict[str, Any]]) -> None:
    assert of_two[0]["resumed"] == of_two[0]["dropout"]


@pytest.mark.parametrize(("lost", "last"), [("killed_of_two", 1), ("killed_of_four", 3)])
def test_torchrun_names_the_rank_that_was_killed(
    lost: str, last: int, request: pytest.FixtureRequest
) -> None:
    (code, message), _ = request.getfixturevalue(lost)
    assert code == 1
    assert "Signal 9 (SIGKILL)" in message
    assert re.search(rf"rank +: {last} ", message)


@pytest.mark.parametrize("ranks", ["of_two", "of_four"])
def test_after_torchrun_lost_a_rank_the_same_command_ends_with_the_bits_of_an_undisturbed_run(
    ranks: str, request: pytest.FixtureRequest
) -> None:
    results = request.getfixturevalue(ranks)[0]
    assert results["resumed after torchrun"] == results["dropout"]


def test_four_ranks_resume_what_two_began_to_the_same_bits(of_four: list[dict[str, Any]]) -> None:
    assert of_four[0]["begun by two"] == of_four[0]["one layer"]
    assert of_four[0]["begun by two with dropout"] == of_four[0]["dropout"]


def test_one_process_resumes_what_two_ranks_began(in_one_process: dict[str, Any]) -> None:
    _require_alike(in_one_process["begun by two"], in_one_process["one layer"])


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
