from __future__ import annotations

import hashlib
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from motifcnn.datasets import forget, load_dataset, meta_gnn, register
from motifcnn.errors import DatasetError, GraphError
from motifcnn.graph import Graph, read_graph

SMALL = {
    "node_info.txt": "0\t1\tAda\n1\t0\tA paper\twith a tab\n2\t0\tAnother\n3\t2\tVLDB\n",
    "links.txt": "4\t4\n1\t0\n1\t2\n2\t1\n2\t3\n",
    "labels.txt": "1\t3\n2\t7\n",
    "train.ind": "2\n",
    "val.ind": "",
    "test.ind": "1\n",
}


def write(folder: Path, files: dict[str, str]) -> list[Path]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


def test_a_small_source_is_parsed(tmp_path: Path) -> None:
    graph = meta_gnn.parse_meta_gnn("dblp-p", *write(tmp_path, SMALL))
    assert dict(graph.counts) == {"paper": 2, "author": 1, "venue": 1}
    assert graph.names["paper"].tolist() == ["A paper\twith a tab", "Another"]
    assert graph.adjacency["paper", "paper-cites-paper", "paper"].toarray().astype(
        int
    ).tolist() == [[0, 1], [1, 0]]
    assert graph.adjacency["paper", "paper-author", "author"].toarray().astype(int).tolist() == [
        [1],
        [0],
    ]
    assert graph.adjacency["paper", "paper-venue", "venue"].toarray().astype(int).tolist() == [
        [0],
        [1],
    ]
    assert graph.labels["paper"].classes == ("3", "7")
    assert (graph.splits["public"].train.tolist(), graph.splits["public"].test.tolist()) == (
        [1],
        [0],
    )


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("node_info.txt", "0\t9\tx\n", r"node_info\.txt, line 1: type '9'"),
        ("node_info.txt", "0\t1\n", r"node_info\.txt, line 1: .* 2 columns, expected 3"),
        ("node_info.txt", "0\t1\tx\n0\t1\ty\n", r"node_info\.txt, line 2: node 0 appears twice"),
        ("links.txt", "4\t1\n1\t44\n", r"links\.txt, line 2: '44' is not the id"),
        ("links.txt", "4\t1\n1\tx\n", r"links\.txt, line 2: 'x' is not an integer"),
        ("labels.txt", "1\tdb\n", r"labels\.txt, line 1: 'db' is not an integer"),
    ],
)
def test_a_broken_source_names_file_line_and_value(
    file: str, text: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(GraphError, match=message):
        meta_gnn.parse_meta_gnn("dblp-p", *write(tmp_path, {**SMALL, file: text}))


def raw_files(folder: Path) -> dict[str, str]:
    """The packed dataset written back in the form of the source."""
    import gzip

    def rows(name: str) -> list[list[str]]:
        return [
            line.split("\t")
            for line in gzip.decompress((folder / name).read_bytes()).decode().split("\n")[1:]
            if line
        ]

    nodes, links, labels = rows("nodes.tsv.gz"), rows("edges.tsv.gz"), rows("labels.tsv.gz")
    codes = {t: code for types in meta_gnn._TYPES.values() for code, t in types.items()}
    files = {
        "node_info.txt": "".join(f"{i}\t{codes[t]}\t{name}\n" for i, t, name in nodes),
        "links.txt": f"{len(nodes)}\t{len(links)}\n" + "".join(f"{s}\t{t}\n" for s, t, _ in links),
        "labels.txt": "".join(f"{i}\t{' '.join(classes.split(','))}\n" for i, classes in labels),
    }
    for part in ("train", "val", "test"):
        if (folder / "splits" / f"{part}.txt").is_file():
            files[f"{part}.ind"] = (folder / "splits" / f"{part}.txt").read_text()
    return files


def same_links(one: Graph, other: Graph) -> bool:
    return one.adjacency.keys() == other.adjacency.keys() and all(
        (one.adjacency[k] != other.adjacency[k]).nnz == 0 for k in one.adjacency
    )


@pytest.mark.parametrize("name", ["dblp-p", "movie"])
def test_a_registered_source_gives_the_graph_of_the_packed_dataset(
    name: str, data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "www" / name).mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    files = raw_files(data_folder / name)
    write(tmp_path / "www" / name, files)
    monkeypatch.setenv("MOTIFCNN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path / "empty"))

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Handler, directory=str(tmp_path / "www"))
    ) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        monkeypatch.setattr(meta_gnn, "URL", f"http://127.0.0.1:{http.server_port}")
        hashes = {file: hashlib.sha256(text.encode()).hexdigest() for file, text in files.items()}
        register(meta_gnn.meta_gnn(name, hashes))
        try:
            graph = load_dataset(name)
        finally:
            forget(name)
            http.shutdown()
    packed = read_graph(data_folder / name)
    assert same_links(graph, packed)
    assert dict(graph.counts) == dict(packed.counts)
    assert dict(graph.splits) == dict(packed.splits)
    target = packed.target_type
    assert graph.labels[target].y.tolist() == packed.labels[target].y.tolist()
    assert graph.labels[target].nodes.tolist() == packed.labels[target].nodes.tolist()


def test_hashes_must_be_given_for_every_file() -> None:
    with pytest.raises(DatasetError, match=r"SHA-256 of node_info\.txt is missing"):
        meta_gnn.meta_gnn("movie", {})
    with pytest.raises(DatasetError, match="no dataset 'cora'"):
        meta_gnn.meta_gnn("cora", {})


def test_converted_features_join_the_graph(tmp_path: Path) -> None:
    words = sparse.csr_array(np.array([[1.0, 0.0], [0.0, 2.0]], dtype=np.float32))
    sparse.save_npz(tmp_path / "paper.npz", words)
    hashes = dict.fromkeys(meta_gnn.FILES["dblp-p"], 64 * "0")
    source = meta_gnn.meta_gnn("dblp-p", hashes, {"paper": tmp_path / "paper.npz"})
    graph = source.parse(*write(tmp_path, SMALL))
    assert graph.features["paper"].toarray().tolist() == [[1.0, 0.0], [0.0, 2.0]]
    wrong = meta_gnn.meta_gnn("dblp-p", hashes, {"papers": tmp_path / "paper.npz"})
    with pytest.raises(DatasetError, match=r'no type .papers.; did you mean "paper"'):
        wrong.parse(*write(tmp_path, SMALL))
    few = meta_gnn.meta_gnn("dblp-p", hashes, {"venue": tmp_path / "paper.npz"})
    with pytest.raises(GraphError, match="rows"):
        few.parse(*write(tmp_path, SMALL))
