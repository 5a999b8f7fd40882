"""Motif-CNN as a method: presets of their sources, ablations, views, and what it explains."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from motifcnn.graph.flat import offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods import Problem, get_method
from motifcnn.methods.method import GRAPH_CNN_SPACE
from motifcnn.methods.motif_cnn_classifier import MotifCNNClassifier, counted
from motifcnn.methods.motif_cnn_settings import NO_ATTENTION, PRESETS
from motifcnn.methods.task import Task
from motifcnn.motif.motif import Motif
from motifcnn.nn.combine import MotifConcat, MotifMean, MotifWeights
from motifcnn.nn.motif_conv import LABELS
from motifcnn.nn.settings import ConfigError
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

ALL = tuple(map(Motif.parse, (*MOTIFS, "(t:author)--(c:paper)")))
ABLATIONS = ("motif-cnn-a", "motif-cnn-no-attention", "motif-cnn-no-roles")
CPU = torch.device("cpu")
QUICK = {"project": 8, "structure": 6}


def classifier(
    preset: str,
    changes: dict[str, Any] | None = None,
    *,
    graph: Graph | None = None,
    model: str = "motif-cnn",
    motifs: tuple[Motif, ...] = ALL,
) -> MotifCNNClassifier:
    settings = get_method(model).configured(preset, QUICK | (changes or {}))
    torch.manual_seed(0)
    problem = Problem(graph or bibliography(), "paper", motifs, 3, settings)
    made = get_method(model).build(problem)
    assert isinstance(made, MotifCNNClassifier)
    made.module.eval()
    return made


def logits(made: MotifCNNClassifier, rows: np.ndarray) -> torch.Tensor:
    with torch.no_grad():
        return made(made.view(rows, CPU))


def test_preprint_has_three_convolutions_relu_instances_and_a_scaled_z_per_motif() -> None:
    s, model = PRESETS["preprint"], classifier("preprint").network
    assert len(s.filters) == len(model.layers) == 3
    assert (s.activation, s.normaliser, s.attention) == ("relu", "instances", "per-motif")
    assert s.epochs == 200
    attention = model.layer_of(0, "paper").combine
    assert attention.z.shape == (3, s.filters[0], 1)
    assert attention.scale == pytest.approx(s.filters[0] ** -0.5)


def test_asonam_has_64_and_32_filters_a_scaled_shared_z_and_its_training() -> None:
    s, model = PRESETS["asonam"], classifier("asonam").network
    assert s.filters == (64, 32)
    assert (s.activation, s.normaliser, s.attention) == ("relu", "instances", "shared")
    assert (s.weight_decay, s.dropout, s.epochs) == (1e-5, 0.5, 200)
    assert model.layer_of(0, "paper").combine.z.shape == (1, 64, 1)
    assert model.layer_of(0, "paper").combine.scale == pytest.approx(1 / 8)
    assert model.output.in_features == 32


def test_code_has_elu_role_sums_an_unscaled_shared_z_and_concatenates_last() -> None:
    s, made = PRESETS["code"], classifier("code")
    assert s.filters == (64, 32, 10)
    assert (s.activation, s.normaliser, s.attention) == ("elu", "role", "shared-unscaled")
    assert (s.learning_rate, s.epochs, s.window) == (0.005, 100, 10)
    assert (s.stop, s.select, s.text, s.bias) == ("window-mean", "last", "rows", True)
    assert (s.input_dropout, s.dropout) == (0.5, 0.5)
    assert made.network.layer_of(0, "paper").combine.scale == 1.0
    assert isinstance(made.network.layer_of(2, "paper").combine, MotifConcat)
    assert made.network.output.in_features == 10 * 3
    for role in made.operators[1].roles:
        sums = role.matmul(np.ones((role.shape[1], 1), np.float32))
        assert set(np.round(sums.ravel(), 5)) <= {0.0, 1.0}


def test_code_decays_the_first_convolution_and_the_dense_layer_alone() -> None:
    s, network = PRESETS["code"], classifier("code").network
    decayed = {
        id(p): group["weight_decay"]
        for group in network.groups(s.weight_decay)
        for p in group["params"]
    }
    for name, parameter in network.named_parameters():
        expected = 1e-5 if name.startswith(("layers.0.", "output.")) else 0.0
        assert decayed[id(parameter)] == expected


@pytest.mark.parametrize("preset", ["preprint", "asonam"])
def test_the_presets_of_the_papers_train_to_their_end(preset: str) -> None:
    s = PRESETS[preset]
    assert (s.stop, s.select, s.epochs) == ("patience", "f1", 200)
    assert not s.batch_norm


def test_default_is_one_layer_of_role_filters_with_attention() -> None:
    s, made = PRESETS["default"], classifier("default")
    assert get_method("motif-cnn").settings == s
    assert (len(s.filters), s.roles, s.combine) == (1, True, "attention")
    weights = made.attention(np.arange(120))
    assert [found.shape for found in weights] == [(120, 3)]
    torch.testing.assert_close(weights[0].sum(dim=1), torch.ones(120))


def test_nothing_of_the_inductive_preset_belongs_to_the_nodes_of_a_graph() -> None:
    blocks = classifier("inductive").inputs.blocks
    assert all(block.transfers for plan in blocks.values() for block in plan)
    default = classifier("default").inputs.blocks
    assert not all(block.transfers for plan in default.values() for block in plan)


@pytest.mark.parametrize("preset", [*PRESETS, "inductive"])
@pytest.mark.parametrize(
    ("model", "kind"), [("motif-cnn-a", MotifWeights), ("motif-cnn-no-attention", MotifMean)]
)
def test_ablations_of_attention_combine_without_looking(
    model: str, kind: type, preset: str
) -> None:
    made = classifier(preset, model=model)
    network = made.network
    parts = [network.layer_of(n, "paper") for n in range(len(network.layers))]
    assert all(isinstance(part.combine, kind) for part in parts)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_without_roles_a_motif_has_one_matrix_per_node_type(preset: str) -> None:
    motif = Motif.parse("(t:paper)--(a:author)--(p:paper)--(v:venue), (a)--(q:paper)")
    given = (motif, ALL[-1])
    whole = classifier(preset, motifs=given).operators[0].roles
    agnostic = classifier(preset, model="motif-cnn-no-roles", motifs=given).operators[0].roles
    assert len(whole) > len(agnostic)
    assert sorted(role.node_type for role in agnostic) == ["author", "paper", "venue"]


def test_a_graph_that_was_counted_with_roles_is_counted_again_without() -> None:
    graph, rows = bibliography(), np.arange(120)
    motifs = (Motif.parse("(t:paper)--(a:author)--(c:paper)--(v:venue)--(t)"),)
    one = classifier("default", graph=graph, motifs=motifs)
    two = classifier("default", graph=graph, motifs=motifs, model="motif-cnn-no-roles")
    fresh = classifier("default", motifs=motifs, model="motif-cnn-no-roles")
    assert len(one.operators[0].roles) == len(motifs[0].roles)
    torch.testing.assert_close(logits(two, rows), logits(fresh, rows))


def test_without_roles_a_path_is_still_seen_through_its_context_alone() -> None:
    path = Motif.parse("(t:paper)--(a:author)--(p:paper)--(c:author)")
    through_context = counted(path.with_roles("context"), roles=False)
    assert [role.node_type for role in through_context.roles] == ["author"]
    assert sorted(role.node_type for role in counted(path, roles=False).roles) == [
        "author",
        "paper",
    ]
    assert counted(path, roles=True) == path


@pytest.mark.parametrize(
    ("model", "change", "message"),
    [
        ("motif-cnn-a", {"combine": "attention"}, "combine is 'weighted-sum' by definition"),
        ("motif-cnn-no-attention", {"combine": "attention"}, "combine is 'mean' by definition"),
        ("motif-cnn-no-roles", {"roles": True}, "roles is False by definition"),
    ],
)
@pytest.mark.parametrize("preset", [None, "preprint", "asonam", "code"])
def test_an_ablation_keeps_what_it_changes(
    model: str, change: dict[str, Any], message: str, preset: str | None
) -> None:
    ablation = get_method(model)
    assert not set(ablation.fixed) & set(ablation.space(preset, motifs_named=False))
    with pytest.raises(ConfigError, match=f"^{model}: {message}"):
        ablation.configured(preset, change)


@pytest.mark.parametrize("preset", ["preprint", "asonam"])
def test_of_the_papers_networks_training_width_and_depth_are_tuned(preset: str) -> None:
    space = get_method("motif-cnn").space(preset, motifs_named=False)
    assert set(space) == {*GRAPH_CNN_SPACE, "filters"}
    assert {len(filters) for filters in space["filters"]} == {1, 2, 3}


def test_of_the_released_code_nothing_is_tuned() -> None:
    assert get_method("motif-cnn").space("code", motifs_named=False) == {}


@pytest.mark.parametrize("name", ["gcn", "gat", "graph-cnn", "cln", "motif-cnn", "wide-motif"])
def test_all_graph_cnns_are_tuned_over_the_same_values(name: str) -> None:
    space = get_method(name).search_space
    shared = set(GRAPH_CNN_SPACE) - {"learning_rate"}
    assert {key: space[key] for key in shared} == {key: GRAPH_CNN_SPACE[key] for key in shared}
    assert len(space["learning_rate"]) == 3


@pytest.mark.parametrize("model", ["motif-cnn", *ABLATIONS])
@pytest.mark.parametrize("preset", [None, "inductive", "asonam"])
def test_the_search_space_holds_settings_that_the_method_has_and_accepts(
    model: str, preset: str | None
) -> None:
    method = get_method(model)
    for name, values in method.space(preset, motifs_named=False).items():
        for value in values:
            assert getattr(method.configured(preset, {name: value}), name) == value


@pytest.mark.parametrize("name", list(PRESETS))
def test_rows_computed_alone_are_those_of_the_whole_graph(name: str) -> None:
    made, some = classifier(name), np.array([90, 3, 17, 18])
    whole = logits(made, np.arange(120))
    torch.testing.assert_close(
        logits(made, some), whole[torch.as_tensor(some)], rtol=1e-4, atol=1e-5
    )


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_view_gives_what_the_network_gives_for_the_inputs_and_operators(name: str) -> None:
    made = classifier(name)
    own = None if made.own.shape[1] == made.x["paper"].shape[1] else made.own
    with torch.no_grad():
        expected = made.network(made.x, made.operators, own)
    torch.testing.assert_close(logits(made, np.arange(120)), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("changes", [{}, {"shared_own": False}, {"filters": (6, 5)}])
def test_diffused_inputs_are_read_by_the_targets_alone(changes: dict[str, Any]) -> None:
    far, near = (classifier("default", {"diffusion": d} | changes) for d in (0.1, 0.0))
    assert far.own.shape[1] == near.own.shape[1] + 8
    assert far.x["paper"].shape == near.x["paper"].shape
    assert logits(far, np.arange(120)).shape == (120, 3)


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("name", ["default", "preprint"])
def test_logits_of_few_and_of_many_rows_are_those_of_views(name: str, few: bool) -> None:
    made, rows = classifier(name), np.array([1, 5, 70]) if few else np.arange(119, -1, -2)
    with torch.no_grad():
        found = made.logits(rows, CPU)
    torch.testing.assert_close(found, logits(made, rows), rtol=1e-4, atol=1e-5)


def test_attention_of_several_layers_is_that_of_the_rows_asked_for() -> None:
    made, rows = classifier("asonam"), np.array([7, 3])
    whole, some = made.attention(np.arange(120)), made.attention(rows)
    assert len(whole) == len(some) == 2
    for one, other in zip(whole, some, strict=True):
        torch.testing.assert_close(one[torch.as_tensor(rows)], other)


def test_a_sample_that_is_never_reached_changes_nothing() -> None:
    made, rows = classifier("asonam", {"dropout": 0.0}), np.arange(40)
    with torch.no_grad():
        exact, sampled, thin = (
            made(made.batch(rows, CPU, sample, np.random.default_rng(0)))
            for sample in (None, 10_000, 1)
        )
    torch.testing.assert_close(sampled, exact, rtol=1e-4, atol=1e-5)
    assert not torch.allclose(thin, exact, atol=1e-4)


def test_one_layer_has_nothing_to_sample() -> None:
    with pytest.raises(ConfigError, match="no neighbourhoods to sample"):
        classifier("default").batch(np.arange(4), CPU, 2, np.random.default_rng(0))


NETWORKS = [
    ("default", {}),
    ("default", {"mask": False, "heads": 1}),
    ("preprint", {}),
    ("asonam", {}),
    ("code", {}),
    ("default", NO_ATTENTION | {"combine": "mean"}),
    ("asonam", NO_ATTENTION | {"combine": "weighted-sum"}),
    ("default", NO_ATTENTION | {"combine": "concatenate"}),
]


@pytest.mark.parametrize(("preset", "changes"), NETWORKS)
@pytest.mark.parametrize(
    "rows", [np.arange(120)[::-1].copy(), np.array([7, 3])], ids=["all", "two"]
)
def test_contributions_and_the_bias_add_up_to_the_logit_of_the_predicted_class(
    preset: str, changes: dict[str, Any], rows: np.ndarray
) -> None:
    made = classifier(preset, changes)
    torch.nn.init.normal_(made.network.output.bias)
    expected = logits(made, rows)
    found = made.contributions(rows)
    assert found.shape == (len(rows), 3 + 2)
    best = expected.argmax(dim=1)
    torch.testing.assert_close(
        found.sum(dim=1) + made.network.output.bias[best],
        expected[torch.arange(len(rows)), best],
        rtol=1e-5,
        atol=1e-5,
    )
    assert not found[:, 3:].any()


@pytest.mark.parametrize(("preset", "changes"), [*NETWORKS[:4], NETWORKS[5]])
def test_without_a_motif_the_last_layer_weighs_the_others(
    preset: str, changes: dict[str, Any]
) -> None:
    made, rows = classifier(preset, changes), np.arange(120)
    found = made.without(rows)
    seen: list[Any] = []
    combine = made.network.layer_of(-1, "paper").combine
    handle = combine.register_forward_pre_hook(lambda _, given: seen.append(given))
    with torch.no_grad():
        made(made.view(rows, CPU))
        handle.remove()
        units, present = seen[0]
        for m in range(3):
            kept = [k for k in range(3) if k != m]
            others = torch.stack([units[k] for k in kept], dim=1)
            if isinstance(combine, MotifMean):
                h = others.mean(dim=1)
            else:
                z = combine.z.expand(3, -1, -1)
                scores = torch.stack([units[k] @ z[k] for k in kept], dim=1) * combine.scale
                scores = scores + (combine.bias[kept] if combine.bias is not None else 0)
                if present is not None:
                    none = ~present[:, kept].any(dim=1, keepdim=True)
                    scores[~(present[:, kept] | none)] = -torch.inf
                h = torch.einsum("nmh,nmf->nhf", scores.softmax(dim=1), others).flatten(1)
            expected = made.network.output(h)
            torch.testing.assert_close(found[:, m], expected, rtol=1e-4, atol=1e-5)


def test_a_learned_weight_and_a_place_side_by_side_leave_a_gap_without_a_motif() -> None:
    for combine in ("weighted-sum", "concatenate"):
        made, rows = classifier("default", NO_ATTENTION | {"combine": combine}), np.arange(120)
        best = logits(made, rows).argmax(dim=1)
        at = torch.arange(120)
        less = logits(made, rows)[at, best, None] - made.without(rows)[at, :, best]
        torch.testing.assert_close(less, made.contributions(rows)[:, :3], rtol=1e-4, atol=1e-5)


def test_a_network_of_one_motif_has_the_bias_alone_without_it() -> None:
    made = classifier("default", motifs=ALL[1:2])
    assert torch.equal(
        made.without(np.arange(3)), made.network.output.bias.expand(3, 1, 3).detach()
    )


def test_the_unit_of_a_type_without_motifs_is_its_own_inputs() -> None:
    made, rows = classifier("asonam", motifs=ALL[3:]), np.array([5, 1])
    found = made.contributions(rows)
    assert found.shape == (2, 2)
    torch.testing.assert_close(found[:, 0], logits(made, rows).max(dim=1).values)


def test_a_type_without_a_motif_keeps_a_unit_of_its_own() -> None:
    made = classifier("asonam", motifs=ALL[:3])
    venue = made.network.layer_of(0, "venue")
    assert [tuple(p.shape) for p in venue.parameters()] == [(9, 64)]


def test_types_that_feed_in_nothing_are_read_as_nothing() -> None:
    made = classifier("preprint", {"featureless": "none"})
    assert made.x["author"].shape == (60, 0)
    assert torch.isfinite(logits(made, np.arange(120))).all()
    with pytest.raises(ConfigError, match="author, venue have no features"):
        settings = PRESETS["preprint"].changed({"featureless": "none"})
        graph = bibliography()
        motif = Motif.parse("(t:author)--(p:paper)--(v:venue)").with_roles("context")
        get_method("motif-cnn").build(Problem(graph, "author", (motif,), 3, settings))


def test_motifs_when_none_are_named_come_from_the_rule_and_the_settings() -> None:
    graph, method = bibliography(), get_method("motif-cnn")
    shallow = method.default_motifs(graph, "paper", PRESETS["default"])
    assert {m.target_type for m in shallow} == {"paper"}
    deep = method.default_motifs(graph, "paper", PRESETS["asonam"])
    assert set(shallow) < set(deep)
    longer = method.default_motifs(graph, "paper", PRESETS["default"].changed({"path_nodes": 4}))
    assert max(len(m.nodes) for m in longer) == 4


def test_operators_are_those_of_the_graph() -> None:
    graph = bibliography()
    made = classifier("asonam", graph=graph)
    x = np.random.default_rng(0).random((60, 2)).astype(np.float32)
    (role,) = operator(graph, ALL[0], engine="materialised").roles
    np.testing.assert_allclose(made.operators[0].roles[0].matmul(x), role.matrix @ x, rtol=1e-5)


def test_what_is_propagated_reaches_every_unit_of_a_node() -> None:
    graph = bibliography()
    made = classifier("default", {"propagate": 2, "unit_rows": False}, graph=graph)
    assert made.reached is not None
    rows = np.array([7, 3, 7])
    _, _, own = made.view(rows, CPU)
    words = made.reached.features.csr.toarray()
    step = made.reached.operator.csr.toarray()
    seen = ((words + step @ words + step @ (step @ words)) / 3)[
        rows + offsets(graph)["paper"].start
    ]
    weight = made.network.layer_of(0, "paper").w0.detach()
    expected = made.own.numpy()[rows] @ weight[: made.own.shape[1]].numpy()
    expected = expected + seen @ weight[made.own.shape[1] :].numpy()
    np.testing.assert_allclose((own @ weight).numpy(), expected, rtol=1e-4, atol=1e-5)


def with_labels(y: np.ndarray, train: np.ndarray) -> MotifCNNClassifier:
    made = classifier("default", {"labels": True})
    made.know(Task(train, train[:0], y, y[:0], 3))
    return made


def seen_labels(made: MotifCNNClassifier, rows: np.ndarray) -> list[np.ndarray]:
    """What some nodes see of the labels of training nodes, per motif and role."""
    _, (block,), _ = made.view(rows, CPU)
    return [seen.numpy() for op in block.operators.values() for seen in op.labels.values()]


def test_a_training_nodes_own_label_changes_nothing_that_it_sees() -> None:
    train = np.arange(0, 120, 2)
    y = np.asarray(bibliography().labels["paper"].y)[train]
    before = seen_labels(with_labels(y, train), np.arange(120))
    assert any(seen.any() for seen in before)
    for place, node in enumerate(train):
        changed = y.copy()
        changed[place] = (changed[place] + 1) % 3
        after = seen_labels(with_labels(changed, train), np.array([node]))
        for one, two in zip(before, after, strict=True):
            np.testing.assert_array_equal(one[node], two[0])


def test_seen_labels_are_means_over_instances_of_known_labels() -> None:
    graph, train = bibliography(), np.arange(0, 120, 2)
    y = np.asarray(graph.labels["paper"].y)[train]
    found = seen_labels(with_labels(y, train), np.arange(120))
    known = np.zeros((120, 3))
    known[train, y] = 1
    expected = []
    for motif in ALL:
        tensor = count(graph, motif)
        if motif.target_type == "paper":
            many = np.maximum(tensor.instances, 1)[:, None]
            expected += [
                role.matrix @ known / many for role in tensor.roles if role.node_type == "paper"
            ]
    assert len(found) == len(expected) > 0
    for one, two in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, two, atol=1e-6)


def test_labels_are_inputs_of_one_layer_only() -> None:
    with pytest.raises(ConfigError, match="one layer"):
        PRESETS["asonam"].changed({"labels": True})


def test_the_precomputed_form_with_labels_equals_the_definition() -> None:
    y = np.asarray(bibliography().labels["paper"].y)[:60]
    made = with_labels(y, np.arange(60))
    x = {**made.x, LABELS: made.label_buffer}
    with torch.no_grad():
        definition = made.network(x, made.operators, made.own)
    torch.testing.assert_close(logits(made, np.arange(120)), definition, rtol=1e-4, atol=1e-5)
