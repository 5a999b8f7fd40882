"""Names, columns and features of the union: what is known stays, new nodes bring their own."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.columns import Column, truth_texts
from motifcnn.graph.extend.places import Places
from motifcnn.graph.graph import Features, Graph
from motifcnn.graph.ids import shown
from motifcnn.readable import plural

if TYPE_CHECKING:
    import pandas as pd


def warn_of_changes(
    what: str, node_type: str, places: Places, differs: npt.NDArray[np.bool_]
) -> None:
    """Warns where known nodes are given again with something else.

    Parameters
    ----------
    what : str
        What differs, such as "features".
    node_type : str
    places : Places
    differs : (m,) bool
        One per node that is given again.
    """
    if not (changed := int(differs.sum())):
        return
    first = int(places.known[places.before[np.argmax(differs)]])
    warnings.warn(
        f"{changed} known {node_type} {'node has' if changed == 1 else 'nodes have'} other {what} "
        f"now, such as {shown(places.ids, first)}; nodes keep what they were trained with",
        stacklevel=2,
    )


def names_of(
    known: npt.NDArray[Any] | None, given: npt.NDArray[Any] | None, node_type: str, places: Places
) -> npt.NDArray[Any] | None:
    """Names, (n,); None where neither graph has any."""
    if known is None and given is None:
        return None
    if known is not None and given is not None:
        told, kept = given[places.again], known[places.before]
        warn_of_changes("names", node_type, places, (told != kept) & (told != ""))
    nobody = np.full(len(places.known), "", object) if known is None else known
    fresh = np.full(len(places.fresh), "", object) if given is None else given[places.fresh]
    return np.concatenate([nobody, fresh])[places.order]


def columns_of(
    known: Mapping[str, Column], given: Mapping[str, Column], node_type: str, places: Places
) -> dict[str, Column]:
    """The known columns, each (n,), with gaps where new nodes do not have one."""
    result = {}
    for name, values in known.items():
        if name not in given:
            result[name] = stacked(values, None, len(places.fresh))[places.order]
            continue
        where = f"column {name!r} of type {node_type}"
        both = stacked(values, given[name], len(given[name]), where)
        told, kept = both[len(values) + places.again], both[places.before]
        warn_of_changes(f"values of {name!r}", node_type, places, _different(told, kept))
        chosen = np.concatenate([np.arange(len(values)), len(values) + places.fresh])
        result[name] = both[chosen][places.order]
    return result


def features_of(graph: Graph, new: Graph, node_type: str, places: Places) -> Features | None:
    """Features, (n, d), in the columns of the known graph; None where that has none."""
    if node_type not in graph.features:
        return None
    known, given = graph.features[node_type], new.features.get(node_type)
    width = known.shape[1]
    encoder, table = graph.encoders.get(node_type), new.columns.get(node_type)
    if encoder is not None and table is not None:
        if not len(places.fresh):
            return known
        frame = _frame(graph.columns.get(node_type, {}), table, places.fresh)
        fresh = encoder.transform(frame)
    elif given is None:
        if len(places.fresh):
            have = "has" if len(places.fresh) == 1 else "have"
            raise GraphError(
                f"{plural(len(places.fresh), 'new node')} of type {node_type} {have} no features, "
                "such as "
                f"{shown(new.ids[node_type], int(places.fresh[0]))}; give the {width} columns that "
                "the known nodes have, of tables the rows of that type, or correct the id"
            )
        return known
    else:
        if given.shape[1] != width:
            raise GraphError(
                f"features of type {node_type}: {given.shape[1]} columns now, {width} before; give "
                "the same columns"
            )
        told, kept = given[places.again], known[places.before]
        warn_of_changes("features", node_type, places, _different_rows(told, kept))
        fresh = given[places.fresh]
    if fresh.shape != (len(places.fresh), width):
        raise GraphError(
            f"features of type {node_type}: the encoder gives {fresh.shape[1]} columns, the known "
            f"nodes have {width}; import the first tables again"
        )
    if sparse.issparse(known):
        return sparse.csr_array(sparse.vstack([known, sparse.csr_array(fresh)]))[places.order]
    dense = fresh.toarray() if sparse.issparse(fresh) else fresh
    return np.concatenate([known, dense])[places.order]


def stacked(known: Column, given: Column | None, rows: int, where: str = "") -> Column:
    """Known values, then given ones or as many gaps; a `GraphError` where their kinds differ.

    Booleans are texts where a column has gaps, so those of a column without gaps become texts too.

    Examples
    --------
    >>> stacked(np.array([1, 2]), None, 1).tolist()
    [1.0, 2.0, nan]
    """
    if given is None or (given.dtype.kind == "O" and all(value is None for value in given)):
        if known.dtype.kind == "O":
            return np.concatenate([known, np.full(rows, None, object)])
        if known.dtype.kind == "M":
            return np.concatenate([known, np.full(rows, np.datetime64("NaT", "us"))])
        return np.concatenate([known.astype(np.float64), np.full(rows, np.nan)]) if rows else known
    if _are_truths(given):
        known = truth_texts(known)
    if _are_truths(known):
        given = truth_texts(given)
    kinds = [_kind(values) for values in (known, given)]
    if kinds[0] != kinds[1]:
        raise GraphError(f"{where}: {kinds[1]} now, {kinds[0]} before; give the same kind")
    return np.concatenate([known, given])


def _are_truths(values: Column) -> bool:
    return values.dtype.kind == "O" and all(v in (None, "true", "false") for v in values)


def _kind(values: Column) -> str:
    return {"O": "texts", "M": "times"}.get(values.dtype.kind, "numbers")


def _frame(
    known: Mapping[str, Column], given: Mapping[str, Column], rows: npt.NDArray[np.int64]
) -> pd.DataFrame:
    """Columns of new nodes, with gaps for known columns that they do not have."""
    import pandas as pd

    columns = {name: values[rows] for name, values in given.items()}
    for name, values in known.items():
        columns.setdefault(name, stacked(values[:0], None, len(rows)))
    return pd.DataFrame(columns, index=range(len(rows)))


def _different(one: Column, other: Column) -> npt.NDArray[np.bool_]:
    differs = np.asarray(one != other, dtype=bool)
    if one.dtype.kind in "fM":  # two gaps are the same
        is_gap = np.isnan if one.dtype.kind == "f" else np.isnat
        differs &= ~(is_gap(one) & is_gap(other))
    return differs


def _different_rows(one: Any, other: Any) -> npt.NDArray[np.bool_]:
    gap = abs(sparse.csr_array(one) - sparse.csr_array(other))
    return np.asarray(gap.sum(axis=1)).ravel() > 0
