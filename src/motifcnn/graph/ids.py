"""Ids and names of nodes: which ones a graph accepts, and how to find the row of an id."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError

LEAST, MOST = -(2**63), 2**63 - 1
_INTEGER = re.compile(r"0|-?[1-9]\d{0,18}", re.ASCII)


def checked_ids(given: Any, where: str) -> npt.NDArray[Any]:
    """The ids as an array, or a `GraphError` unless all are 64-bit integers or all are texts.

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
    if values.dtype.kind == "u" and len(far := np.flatnonzero(values > np.uint64(MOST))):
        raise GraphError(
            f"{where}, row {far[0]}: {values[far[0]]} is past 64 bit; "
            f"expected at most {MOST}, or texts"
        )
    if values.dtype.kind == "O":
        _require_texts(
            values,
            where,
            "neither a text nor in an array of integers; "
            "expected an array of integers, or of texts",
        )
    elif values.dtype.kind == "U":
        _require_unicode(values, where)
    elif values.dtype.kind not in "iu":
        raise GraphError(
            f"{where}, row 0: {values[0]!s} is neither an integer nor a text; "
            f"convert ids of {values.dtype} first"
        )
    return values


def checked_names(given: Any, where: str) -> npt.NDArray[Any]:
    """The names as an array of objects, or a `GraphError` unless all are texts.

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


def locate_ids(ids: npt.NDArray[Any], values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Row of each value among increasing ids, -1 where it is none; "8" finds the integer 8.

    Examples
    --------
    >>> locate_ids(np.array([3, 5, 8]), np.array(["8", "4"])).tolist()
    [2, -1]
    """
    if not len(ids):
        return np.full(len(values), -1)
    if ids.dtype.kind in "iu":
        # Not as they are: numpy compares unsigned with signed integers as floats, and rounds them.
        known = ids.astype(np.int64, copy=False)
        wanted, whole = as_integers(values)
        at = np.searchsorted(known, wanted)
        return np.where(whole & (known[np.minimum(at, len(known) - 1)] == wanted), at, -1)
    texts = np.array([str(v) for v in values.tolist()], str if ids.dtype.kind == "U" else object)
    at = np.searchsorted(ids, texts)
    return np.where(ids[np.minimum(at, len(ids) - 1)] == texts, at, -1)


def rows_of_ids(
    ids: npt.NDArray[Any],
    values: npt.NDArray[Any],
    node_type: str,
    where: Callable[[int], str],
    advice: str = "",
) -> npt.NDArray[np.int64]:
    """Row of each value among increasing ids; a `GraphError` for the first one that is no id.

    Parameters
    ----------
    ids, values : arrays
    node_type : str
        Named in the error.
    where : function of a position in `values` to the beginning of the error
    advice : str
        The end of the error.

    Examples
    --------
    >>> rows_of_ids(np.array([3, 5]), np.array([5, 4]), "user", lambda at: f"line {at + 2}:")
    Traceback (most recent call last):
    motifcnn.errors.GraphError: line 3: 4 is not the id of a node of type user
    """
    at = locate_ids(ids, values)
    if len(missing := np.flatnonzero(at < 0)):
        first = int(missing[0])
        raise GraphError(
            f"{where(first)} {shown(values, first)} is not the id of a node of type {node_type}"
            + advice
        )
    return at


def as_integers(values: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The values as integers, and which of them are whole numbers within 64 bit; 0 for the others.

    Texts count where they read back the same, so "7" is a number and "007" is not.

    Examples
    --------
    >>> numbers, whole = as_integers(np.array(["7", "007"]))
    >>> numbers.tolist(), whole.tolist()
    ([7, 0], [True, False])
    """
    if values.dtype.kind == "i":
        return values.astype(np.int64), np.ones(len(values), bool)
    if values.dtype.kind == "u":
        return values.astype(np.int64), values <= np.uint64(MOST)
    numbers, whole = np.zeros(len(values), np.int64), np.zeros(len(values), bool)
    for row, value in enumerate(values.tolist()):
        if (
            isinstance(value, int)
            or (isinstance(value, float) and value.is_integer())
            or (isinstance(value, str) and _INTEGER.fullmatch(value))
        ) and LEAST <= (number := int(value)) <= MOST:
            numbers[row], whole[row] = number, True
    return numbers, whole


def first_repeat(values: npt.NDArray[Any]) -> tuple[int, int] | None:
    """Positions (first use, repetition) of the earliest repeated value; None where there is none.

    Examples
    --------
    >>> first_repeat(np.array([4, 1, 4]))
    (0, 2)
    """
    if len(values) < 2 or bool((values[1:] > values[:-1]).all()):
        return None
    order = np.argsort(values, kind="stable")
    same = np.flatnonzero(values[order][1:] == values[order][:-1])
    if not len(same):
        return None
    repetition = int(order[same + 1].min())
    return int(np.flatnonzero(values == values[repetition])[0]), repetition


def shown(values: npt.NDArray[Any], row: int) -> str:
    """A value as the user wrote it, for messages: `'n1'`, not `np.str_('n1')`.

    Examples
    --------
    >>> shown(np.array(["n1"]), 0)
    "'n1'"
    """
    return repr(values[row].item() if isinstance(values[row], np.generic) else values[row])


def is_unicode(text: str) -> bool:
    """Whether a file can hold the text: no half of a surrogate pair, which Python allows.

    Examples
    --------
    >>> is_unicode("ç"), is_unicode(chr(0xD800))
    (True, False)
    """
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _require_texts(values: npt.NDArray[Any], where: str, problem: str) -> None:
    for row, value in enumerate(values.tolist()):
        if not isinstance(value, str):
            raise GraphError(f"{where}, row {row}: {value!r} is {problem}")
    _require_unicode(values, where)


def _require_unicode(values: npt.NDArray[Any], where: str) -> None:
    """Refuses half a surrogate pair: Python holds it in a text, but no file does."""
    try:
        "".join(values.tolist()).encode()
    except UnicodeEncodeError:
        for row, value in enumerate(values.tolist()):
            if not is_unicode(value):
                raise GraphError(
                    f"{where}, row {row}: {value!r} is not Unicode; expected a text for UTF-8"
                ) from None
