"""The row of a node that a user names by its id or its name."""

from __future__ import annotations

import difflib
from typing import Any

import numpy.typing as npt

from motifcnn.errors import GraphError


def find_row(
    node: Any, node_type: str, ids: npt.NDArray[Any], names: npt.NDArray[Any] | None = None
) -> int:
    """Row of the node with that id or, if there is none, with that name.

    Parameters
    ----------
    node : id or name
    node_type : str
        For the error message.
    ids : (n,) array
    names : (n,) array of str, optional

    Raises
    ------
    GraphError
        If no node or several have the name; with names that are close, or ids to choose from.

    Examples
    --------
    >>> import numpy as np
    >>> find_row("gimp", "package", np.array([7, 9]), np.array(["vlc", "gimp"]))
    1
    """
    texts = [str(value) for value in ids.tolist()]
    if str(node) in texts:
        return texts.index(str(node))
    called = [str(name) for name in names] if names is not None else []
    found = [row for row, name in enumerate(called) if name == str(node)]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(texts[row] for row in found[:5])
        raise GraphError(
            f"{len(found)} nodes of type {node_type} are named {str(node)!r}: "
            f"give an id instead ({some})"
        )
    close = difflib.get_close_matches(str(node), [name for name in called if name] or texts, n=3)
    hint = (
        f"did you mean {', '.join(map(repr, close))}?"
        if close
        else f"ids are such as {', '.join(texts[:3])}"
    )
    raise GraphError(f"no node of type {node_type} has the id or the name {str(node)!r}; {hint}")
