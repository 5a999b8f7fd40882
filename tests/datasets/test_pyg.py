"""A dataset that PyG loads becomes our graph; what can go wrong is said by name."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
import torch
import torch_geometric.datasets
from torch_geometric.data import Data, HeteroData

from motifcnn.datasets import availability, load_dataset, pyg, registry
from motifcnn.datasets.pyg import Unpickles, load_pyg
from motifcnn.datasets.source import full_name, is_folder, open_source
from motifcnn.errors import DatasetError


class Download:
    """Stands for a loader of PyG: notes its arguments and gives its graphs."""

    graphs: tuple[Any, ...] = ()
    given: tuple[str, str] = ("", "")

    def __init__(self, root: str, name: str) -> None:
        if name not in ("mine", "many"):
            raise AssertionError("unknown")
        type(self).given = root, name

    def __len__(self) -> int:
        return len(self.graphs)

    def __getitem__(self, at: int) -> Any:
        return self.graphs[at]


@pytest.fixture
def loader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Download]:
    data = Data(
        x=torch.eye(3),
        edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]),
        y=torch.tensor([0, 1, 1]),
        train_mask=torch.tensor([True, False, False]),
        val_mask=torch.tensor([False, True, False]),
        test_mask=torch.tensor([False, False, True]),
    )
    made = type("Download", (Download,), {"graphs": (data,)})
    monkeypatch.setattr(torch_geometric.datasets, "Download", made, raising=False)
    monkeypatch.setattr(torch_geometric.datasets, "__all__", ["Download", "FakeHeteroDataset"])
    monkeypatch.setenv("MOTIFCNN_CACHE", str(tmp_path))
    return made


def test_a_download_becomes_a_graph_and_a_warning_tells_of_pickles(
    loader: type[Download], tmp_path: Path
) -> None:
    with pytest.warns(Unpickles, match="load only what you trust"):
        graph = load_dataset("pyg:Download/mine")
    assert graph.counts == {"node": 3}
    assert graph.features["node"].shape == (3, 3)
    assert graph.labels["node"].nodes.tolist() == [0, 1, 2]
    assert graph.splits
    assert loader.given == (str(tmp_path / "pyg" / "Download"), "mine")


def test_a_known_name_goes_to_its_loader_unless_the_folder_has_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    asked: list[str] = []
    monkeypatch.setattr(registry, "load_pyg", asked.append)
    assert str(availability("cora")) == "by PyG"
    load_dataset("cora")
    assert asked == ["Planetoid/Cora"]
    (tmp_path / "cora").mkdir()
    assert availability("cora").state == "local"


def test_without_pyg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    for module in (pyg, registry):
        monkeypatch.setattr(module, "has_pyg", lambda: False)
    for name in ("cora", "pyg:Planetoid/Cora"):
        found = availability(name)
        assert not found.loadable and "motifcnn[pyg]" in found.how_to_get
    with pytest.raises(DatasetError, match=r"motifcnn\[pyg\]"):
        load_pyg("Planetoid/Cora")


@pytest.mark.filterwarnings("ignore::motifcnn.datasets.pyg.Unpickles")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Downlod/mine", "no 'Downlod'.*Download"),
        ("Download", "holds several datasets; name one"),
        ("Download/other", "AssertionError: unknown"),
        ("FakeHeteroDataset/mine", "takes no name"),
    ],
)
def test_what_is_wrong_is_said(loader: type[Download], text: str, message: str) -> None:
    with pytest.raises(DatasetError, match=message):
        load_pyg(text)


@pytest.mark.filterwarnings("ignore::motifcnn.datasets.pyg.Unpickles")
def test_a_dataset_of_many_graphs_is_refused(loader: type[Download]) -> None:
    loader.graphs = loader.graphs * 3
    with pytest.raises(DatasetError, match="holds 3 graphs, expected one"):
        load_pyg("Download/many")


def test_a_broken_connection_is_a_dataset_error(
    loader: type[Download], monkeypatch: pytest.MonkeyPatch
) -> None:
    def offline(self: Download, root: str, name: str) -> None:
        raise OSError("no route to host")

    monkeypatch.setattr(loader, "__init__", offline)
    with (
        pytest.warns(Unpickles),
        pytest.raises(DatasetError, match=r"no route to host.*connection"),
    ):
        load_pyg("Download/mine")


def test_generated_datasets_need_no_warning_and_keep_their_types() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Unpickles)
        torch.manual_seed(0)
        graph = open_source("pyg:FakeHeteroDataset")
    assert graph.schema.node_types == ("v0", "v1", "v2")
    assert len(graph.schema.relations) == 6
    assert graph.labels["v0"].classes
    assert isinstance(torch_geometric.datasets.FakeHeteroDataset()[0], HeteroData)


def test_the_slash_of_a_loader_makes_no_folder() -> None:
    assert not is_folder("pyg:Planetoid/Cora")
    assert full_name("pyg:Planetoid/Cora") == "pyg:Planetoid/Cora"
