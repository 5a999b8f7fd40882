"""The page on the architecture has the packages of the contract, in its order."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "motifcnn"


def test_the_table_lists_every_package_below_those_it_imports_from() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contract,) = project["tool"]["importlinter"]["contracts"]
    allowed = [part.strip() for layer in reversed(contract["layers"]) for part in layer.split(":")]
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = page[page.index("| package |") : page.index("## Where new things go")]
    listed = re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE)
    assert listed == [package for package in allowed if package != "__main__"]


def test_every_package_of_the_tree_is_listed() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for part in SOURCE.iterdir():
        if part.is_dir() and (part / "__init__.py").is_file():
            assert f"| `{part.name}` |" in page


def test_a_string_names_a_module_only_within_its_own_package() -> None:
    found = 0
    for file in SOURCE.rglob("*.py"):
        package = ".".join(file.relative_to(SOURCE.parent).parent.parts)
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and name_of(node.func) in ("import_module", "__import__"):
                found += 1
                text = ast.unparse(node.args[0]).strip("f'\"")
                assert file.name == "__init__.py", file
                own = text.startswith((f"{package}.", "{__name__}."))
                assert own or package == "motifcnn", f"{file}: {text}"
    assert found >= 3


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
