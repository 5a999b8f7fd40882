from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.experiments import version
from motifcnn.experiments.version import code_version
from motifcnn.methods import register_method
from motifcnn.methods.majority import Majority
from motifcnn.methods.registry import unregister_method

TREE = {
    "methods/__init__.py": (
        "from motifcnn.methods import gcn, planetoid\n"
        "from motifcnn.methods.registry import get_method\n"
    ),
    "methods/registry.py": "",
    "methods/gcn.py": "from motifcnn.nn.layer import Layer\n",
    "methods/planetoid.py": "",
    "nn/layer.py": "",
    "train/fit.py": (
        "from motifcnn.methods import get_method\nimport motifcnn.train.loop, motifcnn.train.run\n"
    ),
    "train/loop.py": "def loop():\n    from motifcnn.methods.planetoid import walks\n",
    "train/tune.py": "from motifcnn.train.fit import fit\n",
    "train/run.py": "from motifcnn.graph.tables.read import read_tables\n",
    "graph/tables/read.py": "",
    "cli/app.py": "",
}


def version_of(
    folder: Path, patch: pytest.MonkeyPatch, edited: str = "", *, tuned: bool = False
) -> str:
    """The version of gcn in a small tree, in which one file has another text."""
    for name, text in TREE.items():
        file = folder / (edited or "as it was") / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "x = 1\n" * (name == edited))
    patch.setattr(version, "SOURCE", folder / (edited or "as it was"))
    return code_version("gcn", tuned=tuned)


@pytest.mark.parametrize(
    "file",
    ["methods/gcn.py", "methods/registry.py", "nn/layer.py", "train/fit.py", "train/loop.py"],
)
def test_editing_what_a_method_is_made_of_changes_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    assert version_of(tmp_path, monkeypatch) != version_of(tmp_path, monkeypatch, file)


@pytest.mark.parametrize(
    "file", ["methods/planetoid.py", "cli/app.py", "train/tune.py", "graph/tables/read.py"]
)
def test_the_version_of_a_method_ignores_other_methods_the_command_line_and_readers_of_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    assert version_of(tmp_path, monkeypatch) == version_of(tmp_path, monkeypatch, file)


def test_registering_one_more_method_changes_no_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = version_of(tmp_path, monkeypatch)
    text = TREE["methods/__init__.py"].replace("planetoid", "planetoid, newcomer")
    monkeypatch.setitem(TREE, "methods/__init__.py", text)
    assert before == version_of(tmp_path, monkeypatch, "methods/newcomer.py")


def test_tuning_code_counts_where_settings_are_tuned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = version_of(tmp_path, monkeypatch, tuned=True)
    assert before != version_of(tmp_path, monkeypatch, "train/tune.py", tuned=True)


def test_methods_of_this_tree_are_made_of_their_own_files() -> None:
    assert code_version("gcn") != code_version("planetoid-t")
    assert code_version("motif-cnn") == code_version("motif-cnn-a")  # one file
    assert len(code_version("no-such-method")) == 12


def test_files_are_read_once_per_process(monkeypatch: pytest.MonkeyPatch) -> None:
    first = code_version("gcn")
    monkeypatch.setattr(Path, "read_bytes", lambda self: pytest.fail("read again"))
    monkeypatch.setattr(Path, "read_text", lambda self, encoding: pytest.fail("read again"))
    assert code_version("gcn") == first


def test_a_method_of_another_package_has_its_own_file() -> None:
    @register_method
    class Guess(Majority):
        name = "guess"

    try:
        assert code_version("guess") != code_version("majority")
    finally:
        unregister_method("guess")
