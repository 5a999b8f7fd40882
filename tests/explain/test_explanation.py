from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.explain import explain
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.motif.words import in_words
from motifcnn.tensor import count
from motifcnn.train import Run, fit


def test_the_neighbours_are_those_of_the_tensor(run: Run) -> None:
    explanation = explain(run, "Paper 3", limit=1000)
    tensor = count(run.graph, Motif.parse(explanation.strongest))
    for role in tensor.roles:
        row = role.matrix[[3]].toarray()[0]
        found = {n.node: n.instances for n in explanation.neighbours if n.role == role.label}
        assert found == {int(j): int(row[j]) for j in np.flatnonzero(row)}
        shares = [n.share for n in explanation.neighbours if n.role == role.label]
        assert sum(shares) == pytest.approx(role.members)


def test_the_instances_are_those_of_the_tensors_although_none_is_counted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = {str(motif): int(count(run.graph, motif).instances[11]) for motif in run.motifs}
    run.attention()
    # The package has a function of the module's name.
    monkeypatch.setattr(
        import_module("motifcnn.tensor.count"), "plan", lambda *_, **__: pytest.fail("counted")
    )
    assert {entry["motif"]: entry["instances"] for entry in explain(run, 11).motifs} == expected


def test_a_run_without_roles_is_explained_by_one_group_per_type(graph: Graph) -> None:
    run = fit(
        graph, ["(t:paper)--(a:author)--(c:paper)--(v:venue)"], model="motif-cnn-no-roles", epochs=1
    )
    (motif,) = run.motifs
    tensor = count(graph, motif.with_roles("none"))
    row = int(tensor.instances.argmax())
    found = explain(run, row, limit=1000)
    assert found.motifs[0]["instances"] == tensor.instances[row] > 0
    for role in tensor.roles:
        counts = role.matrix[[row]].toarray()[0]
        named = {n.node: n.instances for n in found.neighbours if n.role == role.label}
        assert named == {int(j): int(counts[j]) for j in np.flatnonzero(counts)}


def test_the_strongest_motif_has_instances_and_most_attention_of_the_last_layer(
    deep_run: Run,
) -> None:
    explanation = explain(deep_run, 5)
    last = [m for m in explanation.motifs if m["layer"] == 2 and m["instances"]]
    assert {m["layer"] for m in explanation.motifs} == {1, 2}
    assert explanation.strongest == max(last, key=lambda m: m["weight"])["motif"]


def test_the_weights_are_those_of_the_node(run: Run) -> None:
    attention = run.attention()
    own = attention[attention["node"] == 7]
    found = {m["motif"]: m["weight"] for m in explain(run, "7").motifs}
    assert found == pytest.approx(dict(zip(own["motif"], own["weight"], strict=True)))


def test_a_wide_network_is_explained_by_contributions(wide_run: Run) -> None:
    contributions = wide_run.contributions()
    own = contributions[contributions["node"] == 7].set_index("source")
    found = explain(wide_run, 7)
    assert {m["motif"]: m["contribution"] for m in found.motifs} == pytest.approx(
        {str(motif): own["contribution"][str(motif)] for motif in wide_run.motifs}
    )
    assert all(not {"weight", "layer"} & m.keys() for m in found.motifs)
    shares = [m["share"] for m in found.motifs]
    assert shares == sorted(shares, reverse=True)
    assert found.sources["motifs"] == pytest.approx(sum(shares), abs=1e-6)
    assert sum(found.sources.values()) == pytest.approx(1.0, abs=1e-5)
    assert found.strongest == next(m["motif"] for m in found.motifs if m["instances"])


def test_motifs_come_with_words_contribution_and_what_is_without_them(run: Run) -> None:
    found = explain(run, 7)
    for entry in found.motifs:
        assert entry["words"] == in_words(Motif.parse(entry["motif"]), run.graph.schema)
        assert entry["without"].keys() == {"predicted", "probability"}
        assert isinstance(entry["contribution"], float)
    assert found.sentences
    assert len(set(found.sentences)) == len(found.sentences)


def test_a_network_with_attention_has_no_sources(run: Run) -> None:
    assert explain(run, 7).sources == {}


def test_part_and_classes_are_told(run: Run) -> None:
    row = int(run.split.train[0])
    explanation = explain(run, row)
    assert explanation.part == "train"
    assert explanation.true == [run.classes[run.graph.labels["paper"].y[row]]]
    assert explanation.predicted == [run.classes[run.probabilities[row].argmax()]]
    assert sum(probability for _, probability in explanation.probabilities) == pytest.approx(
        1.0, abs=1e-5
    )


def test_a_baseline_has_no_motifs_to_show(baseline: Run) -> None:
    explanation = explain(baseline, 0)
    assert (explanation.motifs, explanation.strongest, explanation.neighbours) == ([], None, [])
    assert explanation.sources == {}


def test_an_unknown_node_gets_close_names(run: Run) -> None:
    with pytest.raises(GraphError, match="'Papre 3'; did you mean 'Paper 3'"):
        explain(run, "Papre 3")


def test_a_name_that_two_nodes_have_asks_for_an_id(run: Run) -> None:
    twins = np.array(["twin", "twin", *run.names[2:]], dtype=object)
    with pytest.raises(
        GraphError, match=r"2 nodes of type paper are named 'twin': give an id instead \(0, 1\)"
    ):
        explain(replace(run, names=twins), "twin")


def test_a_loaded_run_needs_its_graph(run: Run) -> None:
    with pytest.raises(GraphError, match="give it"):
        explain(replace(run, graph=None), 0)


def test_another_graph_is_refused(run: Run) -> None:
    from small_graphs import bibliography

    with pytest.raises(GraphError, match="80 nodes of type paper, this graph has others"):
        explain(run, 0, bibliography(papers=30))
