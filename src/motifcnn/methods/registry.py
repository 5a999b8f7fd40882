"""Methods by name: ours, the compared ones, and those that other packages register."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import TypeVar

from motifcnn.graph.schema import suggestion
from motifcnn.methods.method import Method, MethodError

GROUP = "motifcnn.methods"
"""Entry-point group: each entry is loaded once and must be a `Method` class."""

_known: dict[str, Method] = {}
_others_loaded = False
M = TypeVar("M", bound=type[Method])


def register_method(method: M) -> M:
    """Makes a method available by its name; use it as a decorator.

    Examples
    --------
    >>> from motifcnn.methods.majority import Majority
    >>> @register_method
    ... class Guess(Majority):
    ...     name = "guess"
    >>> get_method("guess").name
    'guess'
    >>> unregister_method("guess")
    """
    found = _known.get(method.name)
    if found is not None and type(found).__qualname__ != method.__qualname__:
        raise MethodError(
            f"there is a method {method.name!r} already: {type(found).__module__}."
            f"{type(found).__qualname__}; choose another name"
        )
    _known[method.name] = method()
    return method


def unregister_method(name: str) -> None:
    """Forgets a method."""
    _known.pop(name, None)


def methods() -> Mapping[str, Method]:
    """All methods by name, those of installed packages included."""
    global _others_loaded
    if not _others_loaded:
        _others_loaded = True
        for entry in entry_points(group=GROUP):
            register_method(entry.load())
    return _known


def get_method(name: str) -> Method:
    """The method of that name; a `MethodError` lists them if there is none."""
    known = methods()
    if name not in known:
        raise MethodError(f"unknown method {name!r}{suggestion(name, known)}")
    return known[name]
