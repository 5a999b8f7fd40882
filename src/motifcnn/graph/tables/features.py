"""Columns of nodes as features, by encoders that are fitted or given."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from typing import Any

from motifcnn.graph.columns import Column
from motifcnn.graph.encode import TableEncoder, fit_encoder
from motifcnn.graph.tables.mapping import Mapping


def features_of(
    columns: MappingOf[str, MappingOf[str, Column]],
    mapping: Mapping,
    *,
    encoders: MappingOf[str, TableEncoder] | None = None,
    fit: bool = True,
) -> tuple[dict[str, Any], dict[str, TableEncoder]]:
    """Features and encoders by node type, for types whose columns give any.

    Parameters
    ----------
    columns : mapping of node type to mapping of name to (n,) array
    mapping : Mapping
        Has the kind of each column.
    encoders : mapping of node type to TableEncoder, optional
        To apply as they are.
    fit : bool
        Whether to fit encoders where none are given.
    """
    import pandas as pd

    features: dict[str, Any] = {}
    used: dict[str, TableEncoder] = {}
    for node_type, found in columns.items():
        if encoders is None and not fit:
            continue
        frame = pd.DataFrame({name: pd.Series(values) for name, values in found.items()})
        if encoders is None:
            kinds = mapping.tables[str(mapping.table_of(node_type))].columns
            encoder = fit_encoder(frame, {name: kinds[name].kind for name in found})
        elif node_type in encoders:
            encoder = encoders[node_type]
        else:
            continue
        if encoder.width:
            features[node_type] = encoder.features(frame)
            used[node_type] = encoder
    return features, used
