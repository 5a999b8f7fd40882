from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph.encode import fit_encoder
from motifcnn.graph.io.stored_encoders import read_encoder, write_encoder
from motifcnn.sealed import SealedFolder, new_folder, open_sealed

TABLE = pd.DataFrame({"title": ["red car", "red bus", "old bus"], "year": [1990, 2000, 2010]})


def stored(path: Path, **changed: bytes) -> SealedFolder:
    with new_folder(path, kind="test", version=1) as folder:
        write_encoder(fit_encoder(TABLE), folder, "movie")
        for suffix, content in changed.items():
            (folder / f"movie.{suffix}").write_bytes(content)
    return open_sealed(path, kind="test", version=1)


def test_an_encoder_that_is_read_again_makes_the_same_features(tmp_path: Path) -> None:
    encoder = read_encoder(stored(tmp_path / "e"), "movie")
    assert encoder == fit_encoder(TABLE)
    expected = fit_encoder(TABLE).transform(TABLE).toarray()
    assert encoder.transform(TABLE).toarray().tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"encoder": {}, "arrays": []},
        {"encoder": 3, "arrays": []},
        {"encoder": {"format": 1, "columns": [{"encoder": "os"}]}, "arrays": []},
        {"encoder": {"format": 1, "columns": []}, "arrays": ["one", "two", "three", "four"]},
        {"encoder": {"format": 1, "columns": []}, "arrays": [[]]},
    ],
    ids=str,
)
def test_a_document_of_nonsense_is_one_error(tmp_path: Path, document: Any) -> None:
    folder = stored(tmp_path / "e", json=json.dumps(document).encode())
    with pytest.raises(MotifCNNError, match=r"movie\.json: "):
        read_encoder(folder, "movie")


def test_arrays_are_never_unpickled(tmp_path: Path) -> None:
    content = io.BytesIO()
    np.savez(content, **{"0": np.array([{}], object)})
    folder = stored(tmp_path / "e", npz=content.getvalue())
    with pytest.raises(GraphError, match="could run code"):
        read_encoder(folder, "movie")
