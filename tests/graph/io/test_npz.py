from __future__ import annotations

import io
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.io.npz import read_arrays, read_features, write_arrays, write_features


def saved(matrix: Any, *, compressed: bool) -> bytes:
    content = io.BytesIO()
    sparse.save_npz(content, matrix, compressed=compressed)
    return content.getvalue()


MATRIX = sparse.csr_array(np.arange(20).reshape(4, 5) % 3)


@pytest.mark.parametrize("dtype", ["u1", "i8", "f2", "f4", "f8", "?"])
@pytest.mark.parametrize("compressed", [False, True])
def test_what_scipy_saves_is_read(dtype: str, compressed: bool) -> None:
    matrix = MATRIX.astype(dtype) if dtype != "f2" else MATRIX
    found = read_features(saved(matrix, compressed=compressed), 4, where="x.npz")
    assert found.dtype == np.float32
    assert found.toarray().tolist() == matrix.toarray().astype(np.float32).tolist()


@pytest.mark.parametrize(
    "matrix",
    [MATRIX.astype(np.float32), MATRIX.toarray().astype(np.float32), np.zeros((4, 0), np.float32)],
)
def test_what_is_written_is_read(matrix: Any, tmp_path: Path) -> None:
    write_features(tmp_path / "x.npz", matrix)
    found = read_features(tmp_path / "x.npz", 4)
    assert sparse.issparse(found) == sparse.issparse(matrix)
    assert (found != matrix).sum() == 0


def test_fortran_order_is_kept_apart_from_rows(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", dense=np.asfortranarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    assert read_features(tmp_path / "x.npz", 2).tolist() == [[1, 2, 3], [4, 5, 6]]


def test_other_sparse_formats_and_dense_vectors_say_so(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="expected 'csr'"):
        read_features(saved(MATRIX.tocsc(), compressed=True), 4, where="x.npz")
    np.savez(tmp_path / "x.npz", dense=np.ones(4))
    with pytest.raises(GraphError, match=r"shape \(4,\)"):
        read_features(tmp_path / "x.npz", 4)
    np.savez(tmp_path / "x.npz", other=np.ones(4))
    with pytest.raises(GraphError, match="'indices' is missing, found other"):
        read_features(tmp_path / "x.npz", 4)


@pytest.mark.parametrize(
    "huge", ["indices", "indptr", "data", "shape", "format", "dense", "unasked"]
)
def test_an_honest_bomb_is_refused_before_it_is_unpacked(huge: str, tmp_path: Path) -> None:
    arrays = {
        "indices": MATRIX.indices,
        "indptr": MATRIX.indptr,
        "data": MATRIX.data,
        "shape": np.array(MATRIX.shape),
    }
    np.savez_compressed(tmp_path / "x.npz", **{**arrays, huge: np.zeros(8_000_000)})
    assert (tmp_path / "x.npz").stat().st_size < 100_000
    tracemalloc.start()
    try:
        read_features(tmp_path / "x.npz", 4)
    except GraphError as error:
        assert "(8000000,)" in str(error)
    else:
        assert huge == "unasked"  # nobody reads it, so nobody unpacks it
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 2_000_000


@settings(max_examples=300)
@given(data=st.data(), compressed=st.booleans())
def test_a_damaged_file_is_a_graph_error_or_a_sound_matrix(
    data: st.DataObject, compressed: bool
) -> None:
    content = bytearray(saved(MATRIX, compressed=compressed))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    content = content[: data.draw(st.integers(len(content) // 2, len(content)))]
    try:
        found = read_features(bytes(content), 4, where="x.npz")
    except GraphError:
        return
    assert found.shape[0] == 4
    assert np.isfinite(found.toarray()).all()


def test_arrays_come_back_by_name_with_their_dtypes(tmp_path: Path) -> None:
    arrays = {"a": np.array([[1, 2]], np.int8), "b.c": np.array([np.nan]), "d": np.array(["ç"])}
    write_arrays(tmp_path / "a.npz", arrays)
    again = read_arrays(tmp_path / "a.npz")
    assert list(again) == list(arrays)
    for name, values in arrays.items():
        assert again[name].dtype == values.dtype
        assert again[name].tobytes() == values.tobytes()


def test_arrays_that_could_not_be_read_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"a\.npz: array 'x' has dtype object"):
        write_arrays(tmp_path / "a.npz", {"x": np.array([None])})
    assert not (tmp_path / "a.npz").exists()


@pytest.mark.parametrize("content", [b"", b"PK", b"\x93NUMPY"])
def test_arrays_of_no_archive_are_one_error(content: bytes) -> None:
    with pytest.raises(GraphError, match="state: not a readable"):
        read_arrays(content, where="state")
