"""Imports: the source files behind a module, found by reading them and not by importing.

A package's ``__init__`` counts by what it does, not by what it lists: a name that is asked of it is
followed to where it comes from, and its other imports count only if its own code uses them. So a
package that imports all of its modules, to register or to re-export them, ties none to the others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Import:
    """``from module import name as bound``; without a name ``import module``."""

    module: str
    name: str
    bound: str


@dataclass(frozen=True)
class FileImports:
    """What a file imports, and which of its imports its own code needs.

    Parameters
    ----------
    imports : tuple of Import
        All that are executed, those within functions included.
    used : tuple of Import
        Of these the ones that statements other than imports refer to.
    hints : tuple of Import
        Imports for type checking alone: where names that are loaded when first used come from.
    does : bool
        Whether it has statements other than imports, a docstring and ``__all__``.
    """

    imports: tuple[Import, ...]
    used: tuple[Import, ...]
    hints: tuple[Import, ...]
    does: bool


def files_behind(
    modules: Iterable[str], roots: Mapping[str, Path], *, leave_out: Iterable[str] = ()
) -> dict[str, Path]:
    """The files that the modules and all they import are made of, by name of module.

    Parameters
    ----------
    modules : iterable of str
        Full names.
    roots : mapping of str to path
        Folder, or file, of each top-level package to follow; imports of others are left alone.
    leave_out : iterable of str
        Modules, and packages with all they hold, that are not followed.
    """
    walk = _Walk(roots, frozenset(leave_out))
    for module in modules:
        walk.load(module)
    return walk.files


class _Walk:
    def __init__(self, roots: Mapping[str, Path], leave_out: frozenset[str]) -> None:
        self.roots, self.leave_out = roots, leave_out
        self.files: dict[str, Path] = {}
        self.seen: set[tuple[str, str]] = set()

    def load(self, module: str, name: str = "") -> None:
        """Follows ``import module``, or ``from module import name``."""
        if (module, name) in self.seen or self.is_left_out(module):
            return
        self.seen.add((module, name))
        if name and self.file(inner := f"{module}.{name}") is not None:
            self.load(inner)
            return
        file = self.file(module)
        if file is None:
            return
        parts = module.split(".")
        # The top of a package is left out: it has the version, which decides nothing.
        for length in range(2, len(parts)):
            self.load(".".join(parts[:length]))
        source = _read(file, module)
        if file.name != "__init__.py":
            self.files[module] = file
            self.follow(source.imports)
            return
        if source.does:
            self.files[module] = file
            self.follow(source.used)
        self.follow(
            each for each in (*source.imports, *source.hints) if name and each.bound == name
        )

    def is_left_out(self, module: str) -> bool:
        parts = module.split(".")
        return any(".".join(parts[:size]) in self.leave_out for size in range(1, len(parts) + 1))

    def follow(self, imports: Iterable[Import]) -> None:
        for each in imports:
            self.load(each.module, each.name)

    def file(self, module: str) -> Path | None:
        top, *inner = module.split(".")
        if top not in self.roots:
            return None
        place = self.roots[top].joinpath(*inner)
        choices = (place, place / "__init__.py", place.with_name(f"{place.name}.py"))
        return next((file for file in choices if file.is_file()), None)


@cache
def _read(file: Path, module: str) -> FileImports:
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    hints = [part for node in tree.body if _is_hint(node) for part in _imports(node, package)]
    own = [node for node in tree.body if not _is_plain(node)]
    imports = [part for node in tree.body if not _is_hint(node) for part in _imports(node, package)]
    named = {part.id for node in own for part in ast.walk(node) if isinstance(part, ast.Name)}
    inside = {part for node in own for part in _imports(node, package)}
    used = [each for each in imports if each.bound in named or each in inside]
    return FileImports(tuple(imports), tuple(used), tuple(hints), bool(own))


def _imports(node: ast.AST, package: str) -> Iterator[Import]:
    for part in ast.walk(node):
        if isinstance(part, ast.Import):
            for each in part.names:
                yield Import(each.name, "", each.asname or each.name.partition(".")[0])
        elif isinstance(part, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - part.level]
            module = ".".join(filter(None, (*(above if part.level else ()), part.module)))
            for each in part.names:
                yield Import(module, each.name, each.asname or each.name)


def _is_hint(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def _is_plain(node: ast.stmt) -> bool:
    """Whether a statement imports, or says what the file is about or has to offer."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "__all__"
    return isinstance(node, (ast.Import, ast.ImportFrom)) or _is_hint(node)
