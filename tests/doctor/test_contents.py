"""A store is loaded as its readers load it; what they refuse, and what contradicts itself, is said.

Folders whose files are altered are in test_examine.py; here every file is as it was written.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.doctor.contents import CHECKS, check_contents
from motifcnn.doctor.finding import Finding
from motifcnn.graph import write_graph
from motifcnn.tensor import count, save_tensor
from motifcnn.train import fit
from motifcnn.train.run.run import Run
from small_graphs import MOTIFS, bibliography

GRAPH = bibliography(papers=40)


@pytest.fixture(scope="module")
def run() -> Run:
    return fit(GRAPH, MOTIFS[:1], split=(0.3, 0.2, 0.5), epochs=1)


def findings(folder: Path, kind: str, graph: Any = None) -> list[Finding]:
    return [each for each in check_contents(folder, kind, graph) if isinstance(each, Finding)]


def test_a_kind_of_a_later_release_is_said(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, "motifcnn forest")
    assert finding.problem == "of a kind that this release does not know: 'motifcnn forest'"


@pytest.mark.parametrize("kind", CHECKS)
def test_a_folder_that_is_none_is_a_finding_and_no_error(kind: str, tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, kind)
    assert finding.problem.startswith("cannot be loaded (")
    assert finding.next_step


def test_a_tensor_is_compared_with_its_graph_if_that_is_given(tmp_path: Path) -> None:
    save_tensor(count(GRAPH, MOTIFS[1]), tmp_path / "tensor")
    alone = list(check_contents(tmp_path / "tensor", "motifcnn tensor", None))
    assert alone[-1] == "not compared with its graph: name it with --graph"
    both = list(check_contents(tmp_path / "tensor", "motifcnn tensor", GRAPH))
    assert both[-1] == "counted 40 targets again, role by role"


def test_roles_that_contradict_the_instances_are_counted(tmp_path: Path) -> None:
    tensor = count(GRAPH, MOTIFS[1])
    instances = tensor.instances.copy()
    instances[:3] += 1
    save_tensor(replace(tensor, instances=instances), tmp_path / "tensor")
    found = findings(tmp_path / "tensor", "motifcnn tensor")
    assert found and all(each.wrong for each in found)


def test_weights_that_are_not_finite_are_found(run: Run, tmp_path: Path) -> None:
    first = next(name for name, each in run.weights.items() if each.dtype.kind == "f")
    weights = {**run.weights, first: np.full_like(run.weights[first], np.nan)}
    replace(run, weights=weights).save(tmp_path / "run")
    wrong = [each for each in findings(tmp_path / "run", "motifcnn run") if each.wrong]
    assert [each.problem for each in wrong] == ["weights that are not finite"]


@pytest.mark.parametrize("value", [2.0, -0.5, np.nan])
def test_probabilities_that_are_none_are_refused_by_the_reader(
    run: Run, tmp_path: Path, value: float
) -> None:
    probabilities = np.full_like(run.probabilities, value)
    replace(run, probabilities=probabilities).save(tmp_path / "run")
    (finding,) = findings(tmp_path / "run", "motifcnn run")
    assert "probabilities are not all between 0 and 1" in finding.problem


def test_a_run_that_does_not_name_its_graph_is_worth_knowing(run: Run, tmp_path: Path) -> None:
    run.save(tmp_path / "run")
    (note,) = findings(tmp_path / "run", "motifcnn run")
    assert note.problem == "does not name its graph" and not note.wrong


def test_a_graph_is_read(tmp_path: Path) -> None:
    write_graph(GRAPH, tmp_path / "graph")
    (said,) = check_contents(tmp_path / "graph", "motifcnn graph", None)
    assert said == f"loads as {GRAPH!r}"
