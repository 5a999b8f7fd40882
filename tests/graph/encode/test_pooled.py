"""Categories and lists differ in how they name and split values, and in nothing else."""

from __future__ import annotations

import pandas as pd

from motifcnn.graph.encode import fit_encoder


def test_cells_of_one_value_are_encoded_alike_as_category_and_as_list() -> None:
    frame = pd.DataFrame({"land": ["fr", "de", "de", "fr", "it", None]})
    one, several = (fit_encoder(frame, {"land": kind}) for kind in ("category", "list"))
    assert (one.transform(frame) != several.transform(frame)).nnz == 0
    assert one.feature_names == ("land = de", "land = fr", "land = (rare)", "land is missing")
    assert several.feature_names == tuple(n.replace(" = ", " has ") for n in one.feature_names)
    assert one.columns[0].describe() == "one-hot, 2 values and 1 rare as one"
    assert several.columns[0].describe() == "multi-hot, 2 values and 1 rare as one"
