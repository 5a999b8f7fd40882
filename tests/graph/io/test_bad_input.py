"""Every kind of broken input is one `GraphError` that names the file, the line and the value."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph import read_graph
from tests.graph.folders import META, write_good_folder

Spoil = Callable[[Path], object]


def replace(file: str, old: str, new: str) -> Spoil:
    def spoil(folder: Path) -> None:
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1))

    return spoil


def meta(**changes: object) -> Spoil:
    return lambda folder: (folder / "meta.json").write_text(json.dumps({**META, **changes}))


def without_meta(*others: Spoil) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / "meta.json").unlink()
        (folder / "features_words.npz").rename(folder / "features_paper.npz")
        for other in others:
            other(folder)

    return spoil


def features(**arrays: object) -> Spoil:
    good = {
        "indices": np.array([1, 0]),
        "indptr": np.array([0, 1, 1, 2]),
        "data": np.ones(2),
        "shape": np.array([3, 2]),
    }
    return lambda folder: np.savez_compressed(
        folder / "features_words.npz", allow_pickle=True, **{**good, **arrays}
    )


def header_only(shape: tuple[int, ...]) -> bytes:
    start = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        start, {"descr": "<f8", "fortran_order": False, "shape": shape}
    )
    return start.getvalue()


def lying_shape(folder: Path) -> None:
    features()(folder)
    with zipfile.ZipFile(folder / "features_words.npz") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(folder / "features_words.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, header_only((10**12,)) if name == "data.npy" else content)


def zip_bomb(folder: Path) -> None:
    """The archive's directory claims 4 GiB, which is refused before anything is unpacked."""
    size = 2**30
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.npy", header_only((size,)) + b"\0" * 1000)
    content = bytearray(packed.getvalue())
    claimed = (0xFFFFFFF0).to_bytes(4, "little")
    for at in (content.find(b"PK\x03\x04") + 22, content.find(b"PK\x01\x02") + 24):
        content[at : at + 4] = claimed
    (folder / "features_words.npz").write_bytes(bytes(content))


def pickle_inside(folder: Path) -> None:
    with zipfile.ZipFile(folder / "features_words.npz", "w") as archive:
        archive.writestr("data.npy", b"cos\nsystem\n(S'true'\ntR.")


def cut_gzip(folder: Path) -> None:
    content = gzip.compress((folder / "edges.tsv").read_bytes())
    (folder / "edges.tsv").unlink()
    (folder / "edges.tsv.gz").write_bytes(content[:-12])


def no_gzip(folder: Path) -> None:
    (folder / "edges.tsv").rename(folder / "edges.tsv.gz")


def relation(**changes: object) -> Spoil:
    """`meta.json` with another first relation."""
    return meta(relations=[{**META["relations"][0], **changes}, *META["relations"][1:]])


NAN, INFINITE = np.array([1.0, np.nan]), np.array([np.inf, 1.0])
CASES: dict[str, tuple[Spoil, list[str]]] = {
    "unknown type": (
        replace("nodes.tsv", "2\tauthor", "2\tauthr"),
        ["nodes.tsv, line 4", "'authr'", 'did you mean "author"'],
    ),
    "dangling source": (replace("edges.tsv", "1\t2\tw", "9\t2\tw"), ["edges.tsv, line 3", "src 9"]),
    "dangling target": (replace("edges.tsv", "3\t0", "3\t-4"), ["edges.tsv, line 5", "dst -4"]),
    "dangling label": (replace("labels.tsv", "3\t2", "8\t2"), ["labels.tsv, line 3", "node 8"]),
    "dangling split": (replace("splits/test.txt", "0", "77"), ["test.txt, line 1", "77"]),
    "duplicate id": (
        replace("nodes.tsv", "3\tpaper", "1\tpaper"),
        ["nodes.tsv, line 5", "node id 1", "line 3"],
    ),
    "duplicate label": (replace("labels.tsv", "3\t2", "0\t2"), ["labels.tsv, line 3", "node 0"]),
    "duplicate in split": (replace("splits/test.txt", "0", "0\n0"), ["test.txt, line 2", "node 0"]),
    "node in two parts": (replace("splits/test.txt", "0", "3"), ["in more than one part"]),
    "unlabelled in split": (
        replace("splits/test.txt", "0", "1"),
        ["test.txt", "node 1", "no label"],
    ),
    "nan feature": (features(data=NAN), ["features_words.npz, row 2", "nan"]),
    "infinite feature": (features(data=INFINITE), ["features_words.npz, row 0", "inf"]),
    "too large for float32": (
        features(data=np.array([1, 1e300])),
        ["features_words.npz, row 2", "1e+300"],
    ),
    "wrong feature rows": (
        features(shape=np.array([4, 2])),
        ["features_words.npz", "4 feature rows", "3 nodes"],
    ),
    "column out of range": (
        features(indices=np.array([1, 2])),
        ["features_words.npz, row 2", "column 2"],
    ),
    "negative column": (
        features(indices=np.array([-1, 0])),
        ["features_words.npz, row 0", "column -1"],
    ),
    "falling indptr": (features(indptr=np.array([0, 2, 1, 2])), ["features_words.npz", "indptr"]),
    "short indptr": (features(indptr=np.array([0, 2])), ["features_words.npz", "indptr", "(2,)"]),
    "more values than cells": (
        features(indices=np.zeros(9, int), data=np.ones(9)),
        ["features_words.npz", "(9,)"],
    ),
    "complex values": (features(data=np.ones(2, complex)), ["features_words.npz", "complex128"]),
    "object array": (features(data=np.array([{}, []], object)), ["features_words.npz", "object"]),
    "pickle in place of an array": (pickle_inside, ["features_words.npz", "not an array"]),
    "lying shape": (lying_shape, ["features_words.npz", "1000000000000"]),
    "zip bomb": (zip_bomb, ["features_words.npz", "bytes"]),
    "label on a wrong type": (
        replace("labels.tsv", "3\t2", "2\t2"),
        ["labels.tsv, line 3", "node 2", "author", "paper only"],
    ),
    "label that is no class": (
        replace("labels.tsv", "3\t2", "3\tdb"),
        ["labels.tsv, line 3", "'db'"],
    ),
    "two classes in single-label": (
        replace("labels.tsv", "3\t2", "3\t2,5"),
        ["labels.tsv, line 3", "node 3", "multi_label"],
    ),
    "relation with two type pairs": (
        replace("edges.tsv", "3\t0\tcites", "3\t2\tcites"),
        ["edges.tsv, line 5", "'cites'", "paper -> author", "expected paper -> paper"],
    ),
    "two type pairs without meta": (
        without_meta(replace("edges.tsv", "3\t0\tcites", "2\t0\tcites")),
        ["edges.tsv, line 5", "'cites'", "author -> paper", "expected paper -> paper"],
    ),
    "unknown relation": (
        replace("edges.tsv", "0\t1\tcites", "0\t1\tcite"),
        ["edges.tsv, line 4", "'cite'", 'did you mean "cites"'],
    ),
    "empty graph": (
        lambda f: (f / "nodes.tsv").write_text("id\ttype\tname\n"),
        ["nodes.tsv", "empty"],
    ),
    "broken gzip": (cut_gzip, ["edges.tsv.gz", "broken gzip"]),
    "no gzip at all": (no_gzip, ["edges.tsv.gz", "broken gzip"]),
    "wrong encoding": (
        lambda f: (f / "nodes.tsv").write_bytes(
            (f / "nodes.tsv").read_bytes().replace(b"Ada", b"Ad\xe9")
        ),
        ["nodes.tsv, line 4", "0xe9", "UTF-8"],
    ),
    "missing nodes": (lambda f: (f / "nodes.tsv").unlink(), ["nodes.tsv", "no such file"]),
    "missing edges": (lambda f: (f / "edges.tsv").unlink(), ["edges.tsv", "no such file"]),
    "missing features": (
        lambda f: (f / "features_words.npz").unlink(),
        ["features_words.npz", "no such file"],
    ),
    "features with a name that no file can have": (
        replace("meta.json", "features_words.npz", "f" * 5000),
        ["no such file", "5,000 characters"],
    ),
    "missing column": (
        replace("edges.tsv", "dst", "to"),
        ["edges.tsv, line 1", "'dst' is missing"],
    ),
    "wrong header": (
        replace("nodes.tsv", "id\ttype\tname\n", ""),
        ["nodes.tsv, line 1", "'id' is missing", "'One'"],
    ),
    "column twice": (
        replace("nodes.tsv", "id\ttype\tname", "id\ttype\ttype"),
        ["nodes.tsv, line 1", "twice"],
    ),
    "too few columns": (
        replace("edges.tsv", "1\t2\twritten-by", "1\t2"),
        ["edges.tsv, line 3", "2 columns", "expected 3"],
    ),
    "id that is no integer": (
        replace("nodes.tsv", "3\tpaper", "x3\tpaper"),
        ["nodes.tsv, line 5", "'x3'", "integer"],
    ),
    "id past 64 bit": (
        replace("nodes.tsv", "3\tpaper", f"{2**70}\tpaper"),
        ["nodes.tsv, line 5", str(2**70)],
    ),
    "empty file": (
        lambda f: (f / "edges.tsv").write_text(""),
        ["edges.tsv, line 1", "'src' is missing"],
    ),
    "meta that is no JSON": (
        replace("meta.json", '"name"', "name"),
        ["meta.json, line 1", "not JSON"],
    ),
    "meta names an unknown type": (
        meta(features={"papre": []}),
        ["meta.json", "'papre'", 'did you mean "paper"'],
    ),
    "features file outside": (
        meta(features={"paper": [{"file": "../secret.npz"}]}),
        ["meta.json", "../secret.npz"],
    ),
    "source type that is a number": (relation(src=5), ["meta.json", "'written-by'", "'src' is 5"]),
    "source type that is nothing": (
        relation(src=None),
        ["meta.json", "'written-by'", "'src' is None"],
    ),
    "target types with a number": (
        relation(dst=["author", 5]),
        ["meta.json", "'written-by'", "'dst' is ['author', 5]"],
    ),
    "no target type": (relation(dst=[]), ["meta.json", "'written-by'", "'dst' is []"]),
    "relation called by a list": (
        relation(name=["written-by"]),
        ["meta.json", "'name' is ['written-by']"],
    ),
    "relation without a name": (relation(name=""), ["meta.json", "'name' is ''"]),
    "relation declared twice": (
        meta(relations=[*META["relations"], {"name": "cites", "src": "paper", "dst": "author"}]),
        ["meta.json", "'cites' is declared twice"],
    ),
    "direction that is a text": (
        relation(directed="false"),
        ["meta.json", "'written-by'", "'directed' is 'false'"],
    ),
    "no direction between two types": (
        relation(directed=False),
        ["meta.json", "'written-by'", "paper and author"],
    ),
    "graph called by a list": (meta(name=["small"]), ["meta.json", "'name' is ['small']"]),
    "features that are a number": (meta(features={"paper": 5}), ["meta.json", "'paper'", "file 5"]),
    "features without a file": (
        meta(features={"paper": {"shape": [3, 2]}}),
        ["meta.json", "'paper'", "file None"],
    ),
    "labelled type that is a number": (
        meta(labeled_types=[1]),
        ["meta.json", "'labeled_types' has 1"],
    ),
    "class id that is no integer": (
        meta(class_names={"²": "databases"}),
        ["meta.json", "'class_names'", "'²'"],
    ),
    "class id past 64 bit in meta": (
        meta(class_names={str(2**63): "x"}),
        ["meta.json", "'class_names'", str(2**63)],
    ),
    "class called by a number": (meta(class_names={"2": 7}), ["meta.json", "class 2", "7"]),
    "multi_label that is a text": (
        meta(multi_label="false"),
        ["meta.json", "'multi_label' is 'false'"],
    ),
    "meta nested too deeply": (
        lambda f: (f / "meta.json").write_text("[" * 100_000),
        ["meta.json", "nested too deeply"],
    ),
    "class id past 64 bit": (
        replace("labels.tsv", "3\t2", f"3\t{2**63}"),
        ["labels.tsv, line 3", str(2**63), "64 bit"],
    ),
    "class id with an underscore": (
        replace("labels.tsv", "3\t2", "3\t1_0"),
        ["labels.tsv, line 3", "'1_0'"],
    ),
    "split id past 64 bit": (
        replace("splits/test.txt", "0", str(2**63)),
        ["test.txt, line 1", str(2**63), "64 bit"],
    ),
    "split id with a digit of no number": (
        replace("splits/test.txt", "0", "²"),
        ["test.txt, line 1", "'²'"],
    ),
    "empty relation": (
        replace("edges.tsv", "0\t1\tcites", "0\t1\t"),
        ["edges.tsv, line 4", "relation is empty"],
    ),
    "empty relation without meta": (
        without_meta(replace("edges.tsv", "0\t1\tcites", "0\t1\t")),
        ["edges.tsv, line 4", "relation is empty"],
    ),
    "features of an unclear type": (
        without_meta(lambda f: (f / "features_paper.npz").rename(f / "features_title.npz")),
        ["features_title.npz", "of which type"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_one_error_with_file_line_and_value(case: str, tmp_path: Path) -> None:
    folder = write_good_folder(tmp_path / "graph")
    read_graph(folder)  # good before it is spoilt
    spoil, expected = CASES[case]
    spoil(folder)
    before = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*"))
    with pytest.raises(GraphError) as caught:
        read_graph(folder)
    for part in expected:
        assert part in str(caught.value)
    assert sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*")) == before


def test_a_gzip_bomb_stops_at_the_limit(tmp_path: Path) -> None:
    from motifcnn.graph.io.delimited import read_text

    (tmp_path / "a.tsv.gz").write_bytes(gzip.compress(b"\n" * 1_000_000))
    with pytest.raises(GraphError, match="more than 1,000 bytes"):
        read_text(tmp_path / "a.tsv.gz", limit=1000)


def test_an_honest_but_huge_npz_stops_at_the_limit(tmp_path: Path) -> None:
    from motifcnn.graph.io.npz import read_features

    sparse.save_npz(tmp_path / "x.npz", sparse.csr_array(np.ones((100, 100))))
    with pytest.raises(GraphError, match="more than the limit of 1,000"):
        read_features(tmp_path / "x.npz", 100, limit=1000)


@pytest.mark.parametrize(
    "name", ["nodes.tsv", "labels.tsv", "meta.json", "features_words.npz", "splits/train.txt"]
)
def test_a_link_out_of_a_folder_of_tables_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_good_folder(tmp_path / "good")
    file = folder / name
    (tmp_path / "elsewhere").write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(GraphError, match="leads out of the folder"):
        read_graph(folder)
    file.unlink()
    (folder / "inside").write_bytes((tmp_path / "elsewhere").read_bytes())
    file.symlink_to(folder / "inside")
    read_graph(folder)


@pytest.mark.parametrize("name", ["nodes.tsv", "edges.tsv", "meta.json", "features_words.npz"])
def test_a_pipe_in_place_of_a_table_does_not_block(tmp_path: Path, name: str) -> None:
    import os

    folder = write_good_folder(tmp_path / "good")
    (folder / name).unlink()
    os.mkfifo(folder / name)
    try:
        read_graph(folder)
    except GraphError as error:
        assert name in str(error)
    else:
        assert name == "meta.json", "which may be missing"


def test_a_gzip_bomb_stops_at_what_its_size_justifies(tmp_path: Path) -> None:
    folder = write_good_folder(tmp_path / "good")
    packed = gzip.compress(b"\n" * 300_000_000, 9)
    assert len(packed) < 400_000
    (folder / "nodes.tsv.gz").write_bytes(packed)
    with pytest.raises(GraphError, match="unpacks to more than"):
        read_graph(folder)


def test_a_number_of_many_digits_is_a_short_error(tmp_path: Path) -> None:
    for file, old in (("nodes.tsv", "\n0\t"), ("labels.tsv", "\n0\t"), ("meta.json", '"paper": 3')):
        folder = write_good_folder(tmp_path / file)
        text = (folder / file).read_text()
        (folder / file).write_text(text.replace(old, old[:-1].rstrip("03") + "9" * 5000 + old[-1:]))
        with pytest.raises(GraphError) as caught:
            read_graph(folder)
        assert len(str(caught.value)) < 800
