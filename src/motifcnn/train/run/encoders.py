"""Encoders in the folder of a run, so that it reads columns of nodes that come later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError, StoreError
from motifcnn.graph.graph import Graph
from motifcnn.readable import clipped, shown

if TYPE_CHECKING:
    from motifcnn.graph.encode import TableEncoder
    from motifcnn.train.run.documents import EncoderDocument

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
    arrays: Mapping[str, npt.NDArray[Any]], documents: list[EncoderDocument]
) -> dict[str, TableEncoder]:
    """The encoders that `write_encoders` took apart."""
    if not documents:
        return {}
    from motifcnn.graph.encode import TableEncoder

    found = {}
    for number, document in enumerate(documents):
        start = f"{number}/"
        own = {name.removeprefix(start): a for name, a in arrays.items() if name.startswith(start)}
        try:
            found[document.type] = TableEncoder.from_json(document.state, own)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
            if isinstance(error, GraphError):
                raise
            raise StoreError(
                f"the encoder of type {shown(document.type)} is damaged "
                f"({type(error).__name__}: {clipped(str(error))}); train and save the run again"
            ) from error
    return found


def encoded(graph: Graph, encoders: Mapping[str, TableEncoder]) -> Graph:
    """The graph with features that these encoders make from its columns, kept with the graph.

    Types without columns, and those whose features such encoders made, stay as they are.
    """
    needed = {
        t: encoder
        for t, encoder in encoders.items()
        if t in graph.columns and not _same(graph.encoders.get(t), encoder)
    }
    if not needed:
        return graph
    return graph.cache.get(("encoded", *needed.items()), lambda: _encoded(graph, needed))


def _encoded(graph: Graph, encoders: Mapping[str, TableEncoder]) -> Graph:
    import pandas as pd

    features = {
        t: encoder.features(pd.DataFrame(dict(graph.columns[t]), index=range(graph.counts[t])))
        for t, encoder in encoders.items()
    }
    return replace(
        graph,
        features={**graph.features, **features},
        encoders={**graph.encoders, **encoders},
    )


def _same(one: TableEncoder | None, other: TableEncoder) -> bool:
    """Whether two encoders make the same features; one may have been read from a file."""
    if one is None or one is other:
        return one is other
    (document, arrays), (state, own) = one.to_json(), other.to_json()
    return (
        document == state
        and arrays.keys() == own.keys()
        and all(np.array_equal(arrays[name], own[name]) for name in own)
    )
