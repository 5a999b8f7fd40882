from __future__ import annotations

from motifcnn.experiments.rows import (
    EDGE,
    OPTIONS,
    PRESETS,
    TRIANGLE,
    WEDGE,
    WIDE_OPTIONS,
    baselines,
    citation_rows,
    graph_cnns,
    inputs_rows,
    option_rows,
    paper_baselines,
    paper_rows,
    social_rows,
)
from motifcnn.methods import get_method, register_method
from motifcnn.methods.majority import Majority
from motifcnn.methods.registry import unregister_method
from motifcnn.motif import Motif


def test_every_ablation_changes_the_settings_of_its_preset() -> None:
    for row in option_rows():
        whole = "wide-motif" if row.model == "wide-motif" else "motif-cnn"
        changed = get_method(row.model).configured(row.preset, row.settings)
        same = {} if whole == "wide-motif" else {"choose": False}
        is_whole = row.name in ("default, no choice", "wide-motif")
        assert (changed == get_method(whole).configured(row.preset, same)) == is_whole, row.name


def test_no_two_rows_of_a_table_share_a_name() -> None:
    for rows in (
        option_rows(),
        (*social_rows(), *paper_baselines()),
        (*paper_rows(), *paper_baselines()),
        inputs_rows(),
        citation_rows(),
    ):
        assert len({row.name for row in rows}) == len(rows)
    names = {row.name for row in option_rows()}
    assert {f"default, {name}" for name in OPTIONS} < names
    assert {f"wide-motif, {name}" for name in WIDE_OPTIONS} < names


def test_simple_baselines_come_first_and_methods_of_other_packages_last() -> None:
    @register_method
    class Guess(Majority):
        name = "a-guess"

    try:
        names = [row.name for row in baselines()]
    finally:
        unregister_method("a-guess")
    assert (names[:3], names[-1]) == (["majority", "logistic", "mlp"], "a-guess")
    assert not {"wide-motif", "motif-cnn", "motif-cnn-a"} & set(names)


def test_boosting_on_motifs_follows_boosting_on_links() -> None:
    for rows in (baselines(), inputs_rows()):
        names = [row.name for row in rows]
        assert names[names.index("boosting") + 1] == "motif-boosting"


def test_graph_cnns_are_the_presets_and_methods_that_convolve() -> None:
    names = [row.name for row in graph_cnns()]
    assert names[: len(PRESETS)] == [row.name for row in PRESETS]
    assert {"gcn", "gat"} <= set(names) and not {"mlp", "majority", "ica"} & set(names)


def test_rows_of_the_paper_have_its_motifs_but_for_the_one_by_rule() -> None:
    by_rule = {row.name for row in paper_rows() if not row.motifs}
    assert by_rule == {"preprint, motifs by rule"}
    assert {row.motifs for row in paper_rows()} == {"paper", ()}


def test_edges_only_has_no_path_of_three_nodes() -> None:
    (row,) = (row for row in inputs_rows() if row.name == "default, edges only")
    assert (row.settings["motif_nodes"], row.settings["path_nodes"]) == (2, 0)


def test_patterns_of_one_type_are_an_edge_a_wedge_and_a_triangle() -> None:
    sizes = [
        (len(motif.nodes), len(motif.edges))
        for motif in (Motif.parse(text.replace("{t}", "user")) for text in (EDGE, WEDGE, TRIANGLE))
    ]
    assert sizes == [(2, 1), (3, 2), (3, 3)]
    assert all(row.motifs for row in social_rows())
    assert [len(row.motifs) for row in citation_rows()] == [3, 3, 0, 0]
