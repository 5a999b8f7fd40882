"""Encoders in the folder of a run, so that it reads columns of nodes that come later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from motifcnn.graph.graph import Graph

if TYPE_CHECKING:
    from motifcnn.graph.encode import TableEncoder

Arrays = dict[str, npt.NDArray[Any]]


def write_encoders(encoders: Mapping[str, TableEncoder]) -> tuple[Arrays, list[dict[str, Any]]]:
    """Arrays and a JSON document from which `read_encoders` makes the same encoders."""
    arrays: Arrays = {}
    documents = []
    for number, (node_type, encoder) in enumerate(encoders.items()):
        state, own = encoder.to_json()
        arrays |= {f"{number}/{name}": values for name, values in own.items()}
        documents.append({"type": node_type, "state": state})
    return arrays, documents


def read_encoders(
    arrays: Mapping[str, npt.NDArray[Any]], documents: list[dict[str, Any]]
) -> dict[str, TableEncoder]:
    """The encoders that `write_encoders` took apart."""
    if not documents:
        return {}
    from motifcnn.graph.encode import TableEncoder

    found = {}
    for number, document in enumerate(documents):
        start = f"{number}/"
        own = {name.removeprefix(start): a for name, a in arrays.items() if name.startswith(start)}
        found[document["type"]] = TableEncoder.from_json(document["state"], own)
    return found


def encoded(graph: Graph, encoders: Mapping[str, TableEncoder]) -> Graph:
    """The graph with features that these encoders make from its columns.

    Types without columns, and those whose features these encoders made, stay as they are.
    """
    import pandas as pd

    features = {
        t: encoder.transform(pd.DataFrame(dict(graph.columns[t]), index=range(graph.counts[t])))
        for t, encoder in encoders.items()
        if t in graph.columns and graph.encoders.get(t) != encoder
    }
    if not features:
        return graph
    known = {t: encoder for t, encoder in encoders.items() if t in features}
    return replace(
        graph,
        features={**graph.features, **features},
        encoders={**graph.encoders, **known},
    )
