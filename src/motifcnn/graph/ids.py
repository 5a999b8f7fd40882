"""Ids and names of nodes: what a graph takes is what its folder can hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError


def checked_ids(given: Any, where: str) -> npt.NDArray[Any]:
    """The ids as they are, if they are 64-bit integers or texts, one per node.

    Examples
    --------
    >>> checked_ids(["a", "b"], "ids of type user").tolist()
    ['a', 'b']
    >>> checked_ids([0.5], "ids of type user")
    Traceback (most recent call last):
    motifcnn.errors.GraphError: ids of type user, row 0: 0.5 is neither an integer nor a text; ...
    """
    values = np.asarray(given)
    if values.ndim != 1:
        raise GraphError(f"{where}: an array of shape {values.shape}, expected one id per node")
    if not len(values):
        return values if values.dtype.kind in "iuUO" else np.empty(0, np.int64)
    if values.dtype.kind == "u" and len(far := np.flatnonzero(values > np.uint64(2**63 - 1))):
        raise GraphError(
            f"{where}, row {far[0]}: {values[far[0]]} is past 64 bit; expected at most {2**63 - 1}, or texts"
        )
    if values.dtype.kind == "O":
        _require_texts(
            values,
            where,
            "neither a text nor in an array of integers; expected an array of integers, or of texts",
        )
    elif values.dtype.kind == "U":
        _require_unicode(values, where)
    elif values.dtype.kind not in "iu":
        raise GraphError(
            f"{where}, row 0: {values[0]!s} is neither an integer nor a text; ids of {values.dtype} need a conversion"
        )
    return values


def checked_names(given: Any, where: str) -> npt.NDArray[Any]:
    """The names as an array of objects, if all are texts, one per node.

    Examples
    --------
    >>> checked_names(["Ann", ""], "names of type user").tolist()
    ['Ann', '']
    """
    values = np.asarray(given, dtype=object)
    if values.ndim != 1:
        raise GraphError(f"{where}: an array of shape {values.shape}, expected one name per node")
    _require_texts(values, where, 'not a text; a node without a name is called ""')
    return values


def _require_texts(values: npt.NDArray[Any], where: str, problem: str) -> None:
    for row, value in enumerate(values.tolist()):
        if not isinstance(value, str):
            raise GraphError(f"{where}, row {row}: {value!r} is {problem}")
    _require_unicode(values, where)


def _require_unicode(values: npt.NDArray[Any], where: str) -> None:
    """Half a surrogate pair is a Python text that no file holds."""
    try:
        "".join(values.tolist()).encode()
    except UnicodeEncodeError:
        row = next(
            row
            for row, value in enumerate(values.tolist())
            if any("\ud800" <= c <= "\udfff" for c in value)
        )
        raise GraphError(
            f"{where}, row {row}: {values.tolist()[row]!r} is not Unicode; expected a text that UTF-8 holds"
        ) from None
