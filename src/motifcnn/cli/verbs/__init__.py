"""The verbs of the command line: every module of this package is one.

A module has a function of its own name, whose parameters are the arguments and flags, and a text
`EXAMPLES` that ends the help. A trailing underscore is no part of the verb: `import_` is `import`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

# As the help lists them; verbs that are not named here come last.
ORDER = (
    "demo",
    "datasets",
    "import_",
    "motifs",
    "count",
    "instances",
    "train",
    "evaluate",
    "predict",
    "explain",
    "serve",
    "tune",
    "reproduce",
    "bench",
    "report",
    "studio",
    "doctor",
)


def verbs() -> Iterator[tuple[str, ModuleType]]:
    """Every module with its name, in the order of the help."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    for name in sorted(names, key=lambda name: (*ORDER, name).index(name)):
        yield name, import_module(f"{__name__}.{name}")
