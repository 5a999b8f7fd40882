"""Directions of relations: as the caller declares them, or a guess that is said."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TypeAlias

from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import RelationKey
from motifcnn.graph.links import as_links

Directed: TypeAlias = bool | Mapping[RelationKey, bool] | None


class DirectionGuessed(UserWarning):
    """A relation is taken as undirected because each of its links goes both ways."""


def directions(
    where: str, adjacency: Mapping[RelationKey, sparse.csr_array], directed: Directed
) -> dict[RelationKey, bool]:
    """Whether each relation is directed.

    A relation between two types always is. Of one within a type matrices do not tell: where
    nothing is declared and each link goes both ways, it is taken as undirected, and one
    `DirectionGuessed` warning names all such relations.

    Parameters
    ----------
    where : str
        The function that is called.
    adjacency : mapping of key to (n_source, n_target) matrix
    directed : bool or mapping of key to bool, or None
        A bool speaks of all relations within a type.

    Examples
    --------
    >>> one_way = sparse.csr_array([[False, True], [False, False]])
    >>> directions("from_scipy", {("a", "near", "a"): one_way}, None)
    {('a', 'near', 'a'): True}
    """
    declared = directed if isinstance(directed, Mapping) else {}
    if unknown := [key for key in declared if key not in adjacency]:
        raise GraphError(
            f"{where}: directed has {unknown[0]}, which is no relation; there are "
            f"{', '.join(map(str, adjacency))}"
        )
    found, guessed = {}, []
    for key, matrix in adjacency.items():
        flag = declared.get(key)
        if flag is None and isinstance(directed, bool):
            flag = directed or key[0] != key[2]
        if flag is None:
            flag = key[0] != key[2] or not is_symmetric(matrix)
            guessed += [] if flag else [key]
        found[key] = flag
    if guessed:
        warnings.warn(
            f"{where}: each link of {', '.join(map(str, guessed))} goes both ways, so it is taken "
            "as undirected; declare it with directed=False or directed=True",
            DirectionGuessed,
            stacklevel=3,
        )
    return found


def is_symmetric(matrix: sparse.csr_array) -> bool:
    """Whether there are links, and each in both directions."""
    links = as_links(matrix)
    links.eliminate_zeros()
    return bool(links.nnz) and (links != links.T).nnz == 0
