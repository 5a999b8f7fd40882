"""Seeds of graphs that people write themselves: TSV folders and tables."""

from __future__ import annotations

import gzip
import io
import json

import numpy as np

from benchmarks.fuzz.bundle import Bundle, read_bundle, write_bundle
from benchmarks.fuzz.seeds import new_place


def tsv_folder() -> Bundle:
    """A graph as TSV, with features, labels and a split."""
    from scipy import sparse

    features, packed = io.BytesIO(), gzip.compress(b"src\tdst\trelation\n0\t1\tfriend\n0\t2\tin\n")
    sparse.save_npz(features, sparse.csr_array(np.array([[0, 2], [1, 0]], np.uint8)))
    about = {
        "name": "small",
        "node_types": {"user": 2, "group": 1},
        "relations": [
            {"name": "friend", "src": "user", "dst": "user"},
            {"name": "in", "src": "user", "dst": "group"},
        ],
        "labeled_types": ["user"],
        "multi_label": False,
        "class_names": {"2": "old"},
        "features": {"user": [{"file": "features_words.npz"}]},
    }
    return {
        "nodes.tsv": b"id\ttype\tname\n0\tuser\tann\n1\tuser\tbob\n2\tgroup\tclub\n",
        "edges.tsv.gz": packed,
        "labels.tsv": b"node\tlabels\n0\t5\n1\t2\n",
        "splits/train.txt": b"0\n",
        "splits/test.txt": b"1\n",
        "features_words.npz": features.getvalue(),
        "meta.json": json.dumps(about).encode(),
    }


def mapped_folder() -> Bundle:
    """Tables with a `motifcnn.toml`."""
    from motifcnn.graph.tables import mapping_of, write_mapping

    place = new_place("mapped")
    write_bundle(tables_folder(), place)
    write_mapping(mapping_of(place, label="movies.genre"), place / "motifcnn.toml")
    return read_bundle(place)


def tables_folder() -> Bundle:
    """Tables as CSV, Parquet and Excel, whose links are found."""
    import pandas as pd

    place = new_place("tables")
    place.mkdir()
    movies = "id,year,genre,text\n1,1994,drama,a b\n2,2001,war,\n3,1999,drama,c d\n"
    (place / "movies.csv").write_text(movies)
    (place / "cast.csv").write_text("movie_id,actor_id\n1,ann\n1,bob\n2,ann\n3,bob\n")
    awards = pd.DataFrame({"movie_id": [1, 2], "award": ["gold", "wood"]})
    awards.to_parquet(place / "awards.parquet")
    awards.to_excel(place / "shops.xlsx", index=False)
    return read_bundle(place)
