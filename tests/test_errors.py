"""One base catches every error of the package; graph and motif errors are ValueErrors as well."""

from __future__ import annotations

import inspect

import pytest

import motifcnn as mc
from motifcnn import errors
from motifcnn.errors import GraphError, MotifCNNError, MotifError


def test_every_error_has_the_common_base_and_is_described() -> None:
    found = [value for _, value in inspect.getmembers(errors, inspect.isclass)]
    assert {e.__name__ for e in found} == {
        "BudgetError",
        "DatasetError",
        "GraphError",
        "MotifCNNError",
        "MotifError",
        "StoreError",
    }
    assert all(issubclass(e, MotifCNNError) and e.__doc__ for e in found)


def test_wrong_values_are_value_errors() -> None:
    assert issubclass(GraphError, ValueError)
    assert issubclass(MotifError, ValueError)
    with pytest.raises(ValueError, match="cannot read the motif"):
        mc.Motif.parse("(t:author")
