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
    known = _known.get(method.name)
    if known is not None and _full_name(type(known)) != _full_name(method):
        raise MethodError(
            f"there is a method {method.name!r} already: {_full_name(type(known))}; choose "
            "another name"
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
        for entry in entry_points(group=GROUP):
            register_method(entry.load())
        _others_loaded = True
    return _known


def get_method(name: str) -> Method:
    """The method of that name; a `MethodError` lists them if there is none."""
    known = methods()
    if name not in known:
        raise MethodError(f"unknown method {name!r}{suggestion(name, known)}")
    return known[name]


def _full_name(method: type[Method]) -> str:
    return f"{method.__module__}.{method.__qualname__}"
