"""A collection is a file that training takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.cli.options.training import read_options
from motifcnn.errors import StoreError
from motifcnn.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif import Motif
from motifcnn.studio.collection import Collection

EDGE = Motif.parse("(t:package)--(c:library)")


def test_training_reads_the_graph_the_target_and_the_motifs(debian: Graph, tmp_path: Path) -> None:
    file = tmp_path / "motifs.toml"
    Collection(file, "debian").with_motif(EDGE).save()
    options = read_options(file, dict.fromkeys(("graph", "target", "motif")))
    assert (options.graph, options.target, options.motif) == ("debian", "package", [str(EDGE)])
    assert Collection.open(file, "debian", debian.schema).motifs == (EDGE,)


def test_names_with_quotes_and_controls_come_back(tmp_path: Path) -> None:
    name = 'a"\\\x1b[31m\x7f\n<b>é'
    schema = Schema((name, "b"), (Relation(name, "r", "b"),))
    motif = Motif.parse("(t:`" + name + "`)--(c:b)")
    Collection(tmp_path / "motifs.toml", name, (motif,)).save()
    assert Collection.open(tmp_path / "motifs.toml", name, schema).motifs == (motif,)


def test_a_motif_is_kept_once_and_goes(tmp_path: Path) -> None:
    found = Collection(tmp_path / "x.toml", "debian").with_motif(EDGE).with_motif(EDGE)
    assert found.motifs == (EDGE,) and found.without(EDGE).motifs == ()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"file/motifs\.toml: cannot be written"):
        Collection(tmp_path / "file" / "motifs.toml", "debian", (EDGE,)).save()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("epochs = 3", "no collection"),
        ("not toml", "no collection"),
        ('graph = "other"\ntarget = "a"\nmotif = []', "motifs of the graph 'other'"),
    ],
)
def test_another_file_is_not_overwritten(
    debian: Graph, tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "run.toml"
    file.write_text(text)
    with pytest.raises(StoreError, match=message):
        Collection.open(file, "debian", debian.schema)
