"""Origin: when, where and with which version results were made."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from datetime import date
from typing import Any

from motifcnn.experiments.version import package_version

ORIGIN = "made"
"""Key of a result under which its origin stands."""


def origin() -> dict[str, str]:
    """Today, this machine and this version, as a result keeps them.

    Examples
    --------
    >>> sorted(origin())
    ['date', 'machine', 'version']
    """
    return {"date": date.today().isoformat(), "machine": machine(), "version": package_version()}


def machine() -> str:
    """The machine in a few words: cores, system and Python."""
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


def in_words(results: Iterable[dict[str, Any]]) -> str:
    """The origins of results in a line; empty where none is known.

    Examples
    --------
    >>> one = {"made": {"date": "2026-01-02", "machine": "2 cores", "version": "0.9.0"}}
    >>> two = {"made": one["made"] | {"date": "2026-01-05"}}
    >>> in_words([two, one])
    'version 0.9.0, 2026-01-02 to 2026-01-05, 2 cores'
    """
    origins = [result[ORIGIN] for result in results if ORIGIN in result]
    if not origins:
        return ""
    versions, dates, machines = (
        sorted({one.get(key, "") for one in origins}) for key in ("version", "date", "machine")
    )
    span = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return f"version {' and '.join(versions)}, {span}, {' and '.join(machines)}"
