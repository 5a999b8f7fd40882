from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.experiments.imports import files_behind

TREE = {
    "__init__.py": '__version__ = "1"\n',
    "methods/__init__.py": (
        '"""Methods."""\n'
        "from package.methods import first, second  # importing registers them\n"
        "from package.methods.registry import get_method\n"
        '__all__ = ["get_method"]\n'
    ),
    "methods/registry.py": "def get_method(): ...\n",
    "methods/first.py": "from package.nn.layer import Layer\n",
    "methods/second.py": "from .shared import sums\n",
    "methods/shared.py": "def sums(): ...\n",
    "nn/__init__.py": "import os\nfrom package.nn import other\nos.environ['A'] = '1'\n",
    "nn/layer.py": "import numpy\n",
    "nn/other.py": "",
    "engines/__init__.py": "from package.engines import fast, slow\nENGINES = (fast.ENGINE,)\n",
    "engines/fast.py": "ENGINE = 1\n",
    "engines/slow.py": "ENGINE = 2\n",
    "train/fit.py": (
        "from typing import TYPE_CHECKING\n"
        "from package.methods import get_method\n"
        "if TYPE_CHECKING:\n"
        "    from package.methods.first import First\n"
        "def fit():\n"
        "    from package.engines import ENGINES\n"
    ),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        file = tmp_path / "package" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "package"


def behind(root: Path, module: str, *leave_out: str) -> set[str]:
    return set(files_behind([f"package.{module}"], {"package": root}, leave_out=leave_out))


def test_a_module_has_itself_and_what_it_imports_relative_names_included(root: Path) -> None:
    assert behind(root, "methods.second") == {"package.methods.second", "package.methods.shared"}


def test_a_name_is_followed_to_where_it_comes_from_and_not_to_its_neighbours(root: Path) -> None:
    found = behind(root, "train.fit")
    assert "package.methods.registry" in found
    assert not found & {"package.methods", "package.methods.first", "package.methods.second"}


def test_imports_within_functions_count_and_those_for_type_checking_do_not(root: Path) -> None:
    found = behind(root, "train.fit")
    assert "package.engines" in found
    assert "package.nn.layer" not in found


def test_a_package_that_does_something_counts_with_what_its_code_uses(root: Path) -> None:
    assert behind(root, "engines") == {"package.engines", "package.engines.fast"}
    found = behind(root, "methods.first")
    assert found == {"package.methods.first", "package.nn", "package.nn.layer"}


def test_what_is_left_out_is_not_followed(root: Path) -> None:
    assert behind(root, "methods.second", "package.methods.shared") == {"package.methods.second"}


def test_other_packages_are_left_alone(root: Path) -> None:
    assert files_behind(["numpy", "package.nn.layer"], {"package": root}).keys() == {
        "package.nn",
        "package.nn.layer",
    }
