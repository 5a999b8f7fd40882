"""Links of the union, and the columns of links."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.graph.columns import LinkTable
from motifcnn.graph.extend.attributes import stacked
from motifcnn.graph.extend.places import Places


def links_of(
    known: sparse.csr_array, given: sparse.csr_array | None, source: Places, target: Places
) -> sparse.csr_array:
    """Links of either graph: (n_source, n_target) bool."""
    rows, columns = known.nonzero()
    i, j = [source.known[rows]], [target.known[columns]]
    if given is not None:
        rows, columns = given.nonzero()
        i.append(source.given[rows])
        j.append(target.given[columns])
    ends = np.concatenate(i), np.concatenate(j)
    shape = len(source.ids), len(target.ids)
    return sparse.csr_array((np.ones(len(ends[0]), bool), ends), shape=shape)


def link_table_of(
    known: LinkTable, given: LinkTable | None, source: Places, target: Places
) -> LinkTable:
    """Rows of known links, then those of new ones; a pair with rows before keeps those alone."""
    moved = LinkTable(source.known[known.source], target.known[known.target], known.columns)
    if given is None:
        return moved
    told = LinkTable(source.given[given.source], target.given[given.target], given.columns)
    cells, others = (table.source * len(target.ids) + table.target for table in (moved, told))
    fresh = told.only(~np.isin(others, cells))
    return LinkTable(
        np.concatenate([moved.source, fresh.source]),
        np.concatenate([moved.target, fresh.target]),
        {
            name: stacked(values, fresh.columns.get(name), len(fresh), f"column {name!r} of links")
            for name, values in moved.columns.items()
        },
    )
