"""Motif-based convolution on typed graphs: the public names.

Names are imported when first used, so `import motifcnn` is quick and whoever only counts motifs
never loads torch.

Examples
--------
>>> import motifcnn as mc
>>> mc.Motif.parse("(t:author)--(p:paper)--(c:venue)").target_type
'author'
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

# torch and Numba have a pool of threads each. Threads that wait by spinning keep the other pool,
# and other programs, from their cores: on a busy machine an epoch takes a hundred times as long.
# Read when torch is loaded, hence set before any module of this package can load it.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

if TYPE_CHECKING:
    from motifcnn import errors
    from motifcnn.datasets import load_dataset
    from motifcnn.explain.explanation import explain as explain
    from motifcnn.graph import (
        Graph,
        Labels,
        Relation,
        Schema,
        Split,
        from_networkx,
        from_pyg,
        read_graph,
        read_tables,
        to_networkx,
        to_pyg,
        write_graph,
    )
    from motifcnn.methods.features import features as features
    from motifcnn.motif import Motif, catalogue
    from motifcnn.report.html import write_report as write_report
    from motifcnn.tensor import instances, plan
    from motifcnn.tensor.anywhere import count
    from motifcnn.tensor.expression import expression
    from motifcnn.tensor.operator import operator
    from motifcnn.train.fit import fit as fit
    from motifcnn.train.run.store import load_run as load_run

__version__ = "0.9.0"

# The package `motifcnn.explain` has the name of the public function, and loading a package sets it
# as an attribute of its parent, once. So it is loaded here, without torch, and taken out again.
importlib.import_module("motifcnn.explain")
globals().pop("explain")

__all__ = [
    "Graph",
    "Labels",
    "Motif",
    "Relation",
    "Schema",
    "Split",
    "catalogue",
    "count",
    "errors",
    "expression",
    "from_networkx",
    "from_pyg",
    "instances",
    "load_dataset",
    "operator",
    "plan",
    "read_graph",
    "read_tables",
    "to_networkx",
    "to_pyg",
    "write_graph",
]

_PACKAGE_OF = {
    "load_dataset": "motifcnn.datasets",
    "Motif": "motifcnn.motif",
    "catalogue": "motifcnn.motif",
    "count": "motifcnn.tensor.anywhere",
    "expression": "motifcnn.tensor.expression",
    "instances": "motifcnn.tensor",
    "plan": "motifcnn.tensor",
    "operator": "motifcnn.tensor.operator",
    "features": "motifcnn.methods.features",
    "fit": "motifcnn.train",
    "load_run": "motifcnn.train",
    "explain": "motifcnn.explain",
    "write_report": "motifcnn.report",
}
# These load torch, which takes seconds: `from motifcnn import *` leaves them out, any other use has
# them.
_WITH_TORCH = ("explain", "features", "fit", "load_run", "write_report")


def __getattr__(name: str) -> Any:
    if name not in __all__ and name not in _WITH_TORCH:
        raise AttributeError(f"module 'motifcnn' has no attribute {name!r}")
    if name == "errors":
        return importlib.import_module("motifcnn.errors")
    value = getattr(importlib.import_module(_PACKAGE_OF.get(name, "motifcnn.graph")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, *_WITH_TORCH, "__version__"]
