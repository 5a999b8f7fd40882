"""A stored tensor is compared with instances that are listed one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motifcnn.doctor import recount as module
from motifcnn.doctor.finding import Finding
from motifcnn.doctor.recount import recount
from motifcnn.tensor import MotifTensor, count
from small_graphs import MOTIFS, bibliography

GRAPH = bibliography(papers=30)
PLACE = Path("tensor")


def found(tensor: MotifTensor, sample: int = 30, seed: int = 0) -> list[Finding | str]:
    return list(recount(PLACE, tensor, GRAPH, sample, seed))


def with_another_row(tensor: MotifTensor, row: int) -> MotifTensor:
    """Two entries of one row of the last role change places: sums and instances stay."""
    role = tensor.roles[-1]
    dense = role.matrix.toarray()
    filled = np.flatnonzero(dense[row])[0]
    empty = next(at for at in np.flatnonzero(dense[row] == 0) if at != row)
    dense[row, [filled, empty]] = dense[row, [empty, filled]]
    matrix = type(role.matrix)(dense)
    return replace(tensor, roles=(*tensor.roles[:-1], replace(role, matrix=matrix)))


@pytest.mark.parametrize("pattern", MOTIFS)
def test_a_tensor_of_the_graph_is_right(pattern: str) -> None:
    (said,) = found(count(GRAPH, pattern))
    assert said == "counted 30 targets again, role by role"


def test_nodes_in_the_wrong_place_are_found_though_the_sums_are_right() -> None:
    tensor = count(GRAPH, MOTIFS[1])
    row = int(tensor.instances.argmax())
    (finding,) = found(with_another_row(tensor, row))
    assert isinstance(finding, Finding)
    assert finding.problem.startswith(f"role c of target {GRAPH.ids['paper'][row]} ")
    assert finding.wrong


def test_a_sample_meets_only_its_targets() -> None:
    tensor = count(GRAPH, MOTIFS[1])
    row = int(tensor.instances.argmax())
    wrong = with_another_row(tensor, row)
    met = {seed: isinstance(found(wrong, 10, seed)[0], Finding) for seed in range(20)}
    assert set(met.values()) == {True, False}, "a third of the samples meets the row"
    assert met == {
        seed: row in np.random.default_rng(seed).permutation(30)[:10] for seed in range(20)
    }


def test_targets_of_many_instances_are_left_out_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tensor = count(GRAPH, MOTIFS[1])
    most = int(np.median(tensor.instances))
    monkeypatch.setattr(module, "MOST_INSTANCES", most)
    many = int((tensor.instances > most).sum())
    (said,) = found(tensor)
    assert f"counted {30 - many} targets again" in str(said)
    assert f"{many} targets with over {most} instances left out" in str(said)
