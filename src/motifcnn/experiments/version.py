"""Versions in results: of the package, and of the code that decides the scores of a method."""

from __future__ import annotations

import ast
import hashlib
import sys
from functools import cache
from pathlib import Path

from motifcnn.experiments.imports import files_behind
from motifcnn.methods import MethodError, get_method, methods

SOURCE = Path(__file__).parents[1]
PACKAGE = SOURCE.name
FIT, TUNE = f"{PACKAGE}.train.fit", f"{PACKAGE}.train.tune"
DECIDE_NO_SCORE = frozenset(
    f"{PACKAGE}.{name}"
    for name in (
        "graph.tables",
        "graph.encode",
        "graph.convert",
        "graph.extend",
        "train.run.new_nodes",
        "train.run.export",
    )
)
"""What reads graphs of a user's own, and what is done with a run after its scores are known."""


def package_version() -> str:
    """The version of the package.

    Examples
    --------
    >>> package_version().count(".")
    2
    """
    # Loaded already; an import by name would count as one of the packages above this one.
    return str(sys.modules[PACKAGE].__version__)


def code_version(model: str, *, tuned: bool = False) -> str:
    """Hash of the source files that decide a method's result.

    These are the method's own module, what fits it (and tunes it), and all that they import,
    without docstrings and comments. Modules of other methods count only if the method's own module
    imports them. What `DECIDE_NO_SCORE` names does not count.

    Examples
    --------
    >>> code_version("gcn") == code_version("planetoid-t")
    False
    """
    try:
        own = type(get_method(model)).__module__
    except MethodError:  # fitting raises it again, as the reason of the cell
        own = ""
    others = frozenset(type(method).__module__ for method in methods().values())
    return _hash_of(SOURCE, own, others, tuned)


@cache
def _hash_of(source: Path, own: str, others: frozenset[str], tuned: bool) -> str:
    roots = {PACKAGE: source} | _other_root(own)
    files = files_behind(
        (FIT, *([TUNE] if tuned else [])), roots, leave_out=others | DECIDE_NO_SCORE
    )
    if own:
        files |= files_behind((own,), roots)
    found = hashlib.sha256()
    for module, file in sorted(files.items()):
        found.update(f"{module} {statements(file.read_text(encoding='utf-8'))}\n".encode())
    return found.hexdigest()[:12]


def statements(source: str) -> str:
    """What a source file does: its syntax tree without docstrings, comments and layout.

    Examples
    --------
    >>> statements("x = 1  # one") == statements("'About x.'; x = 1")
    True
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _is_text(part)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _other_root(module: str) -> dict[str, Path]:
    """The top-level package of a method that another package registered, and where it is."""
    top = module.partition(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None)
    if top in ("", PACKAGE) or file is None:
        return {}
    return {top: Path(file).parent if Path(file).name == "__init__.py" else Path(file)}
