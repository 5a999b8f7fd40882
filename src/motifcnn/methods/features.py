"""features: what each node sees through motifs, as a table for anyone's own classifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from motifcnn.errors import BudgetError, GraphError
from motifcnn.graph.graph import Graph
from motifcnn.methods.motif_rules import choose_motifs
from motifcnn.motif.check import as_motif, check
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings, NodeInputs, node_inputs
from motifcnn.nn.motif_features import motif_features
from motifcnn.nn.settings import ConfigError
from motifcnn.tensor.operator.means import role_means

if TYPE_CHECKING:
    import pandas as pd

MOST_COLUMNS = 10_000
"""A table with more columns is refused before any work; `width` makes it narrower."""


def features(
    graph: Graph,
    motifs: Sequence[Motif | str] | None = None,
    *,
    target: str | None = None,
    columns: Mapping[str, Sequence[str]] | None = None,
    width: int | None = None,
) -> pd.DataFrame:
    """Motif features of every node of one type: instances, and means over roles.

    Labels and splits are not looked at.

    Parameters
    ----------
    graph : Graph
        Where instances are counted, and whose features are averaged.
    motifs : sequence of Motif or pattern text, optional
        All with a target of one type. None: those that `fit` takes when none are named.
    target : str, optional
        Node type of the rows; None: the target of the motifs, else the type with most labels.
    columns : mapping of node type to sequence of str, optional
        Names of the feature columns of a type; numbers from 0 where it is left out.
    width : int, optional
        Features of a type with more columns are first reduced to so many, by a singular value
        decomposition; None keeps them as they are.

    Returns
    -------
    (n_target, d) DataFrame
        Indexed by the source's ids. Per motif a column ``<motif>: instances`` (int64), and for each
        role one ``<motif>: <role>: <column>`` (float32) per feature of the role's type, 0 where a
        node has no instance. A type without features adds no columns of means; reduced features are
        called ``svd 0``, ``svd 1``, ...

    Raises
    ------
    BudgetError
        If the table would have more than 10,000 columns; choose a `width`.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> table = features(graph, ["(t:package)--(m:maintainer)--(c:package)"], width=2)
    >>> list(table.columns)
    ['(t:package)--(m:maintainer)--(c:package): instances',
     '(t:package)--(m:maintainer)--(c:package): c: svd 0',
     '(t:package)--(m:maintainer)--(c:package): c: svd 1']
    >>> table.shape
    (3111, 3)
    """
    import pandas as pd

    if width is not None and width < 1:
        raise ConfigError(f"width must be at least 1, got {width}; None keeps all columns")
    used, target = _used(graph, motifs, target)
    inputs = node_inputs(graph, InputSettings(project=width or 0, featureless="none"))
    names = {t: _names(graph, t, inputs, (columns or {}).get(t)) for t in graph.schema.node_types}
    for node_type in columns or {}:
        graph.schema.require_type(node_type, "columns")
    _require_few(used, names)
    found = [role_means(graph, motif) for motif in used]
    means = motif_features(
        [mean for _, mean in found],
        {t: inputs.carried_columns(t) for t in inputs.columns},
        [],
        unit_rows=False,
    ).columns
    parts: dict[str, Any] = {}
    begin = 0
    for text, motif, (instances, _) in zip(_texts(used), used, found, strict=True):
        parts[f"{text}: instances"] = instances
        for role in motif.roles:
            for name in names[role.node_type]:
                parts[f"{text}: {role.label}: {name}"] = means[:, begin]
                begin += 1
    return pd.DataFrame(parts, index=pd.Index(graph.ids[target], name=target))


def _used(
    graph: Graph, motifs: Sequence[Motif | str] | None, target: str | None
) -> tuple[tuple[Motif, ...], str]:
    """The motifs, each once, and the type of their targets."""
    if isinstance(motifs, (str, Motif)):
        raise ConfigError(f"motifs: expected a sequence, got {motifs!r} alone; write [{motifs!r}]")
    if target is not None:
        graph.schema.require_type(target, "target")
    if motifs is None:
        target = target or graph.target_type
        return choose_motifs(graph, target), target
    used = tuple(dict.fromkeys(map(as_motif, motifs)))
    if not used:
        raise ConfigError("motifs: none are given; leave it at None to have them chosen")
    for motif in used:
        check(motif, graph.schema)
    target = target or used[0].target_type
    for motif in used:
        if motif.target_type != target:
            raise ConfigError(
                f'motifs: the target of "{motif}" has the type {motif.target_type}, and the rows '
                f"of the table are nodes of type {target}; make one table per type"
            )
    return used, target


def _names(
    graph: Graph, node_type: str, inputs: NodeInputs, given: Sequence[str] | None
) -> list[str]:
    """What the feature columns of a type are called, after any reduction."""
    if node_type not in graph.features:
        if given:
            raise GraphError(f"columns: type {node_type} has no features to name")
        return []
    own = graph.features[node_type].shape[1]
    if given is not None and len(given) != own:
        raise GraphError(
            f"columns: {len(given)} names for type {node_type}, which has {own} feature columns"
        )
    (block,) = inputs.fitted.blocks[node_type]
    if f"project/{node_type}" in inputs.fitted.arrays:
        return [f"svd {number}" for number in range(block.width)]
    return [str(number) for number in range(own)] if given is None else list(given)


def _require_few(motifs: Sequence[Motif], names: Mapping[str, Sequence[str]]) -> None:
    means = sum(len(names[role.node_type]) for motif in motifs for role in motif.roles)
    if len(motifs) + means <= MOST_COLUMNS:
        return
    widest = max(names, key=lambda node_type: len(names[node_type]))
    roles = sum(len(motif.roles) for motif in motifs)
    raise BudgetError(
        f"features: {len(motifs) + means:,} columns, over the limit of {MOST_COLUMNS:,}; type "
        f"{widest} has {len(names[widest]):,} feature columns and the motifs have {roles} roles. "
        f"Name fewer motifs, or reduce the features, such as width={_fitting(roles)}."
    )


def _fitting(roles: int) -> int:
    return max(1, min(32, MOST_COLUMNS // (roles + 1)))


def _texts(motifs: Sequence[Motif]) -> list[str]:
    """Texts of the motifs; those that differ by their rule for roles alone say that too."""
    texts = [str(motif) for motif in motifs]
    return [
        text if texts.count(text) == 1 else f"{text} ({motif.role_rule})"
        for text, motif in zip(texts, motifs, strict=True)
    ]
