"""Columns of tables become features: guessed by kind, fitted once, applied to new rows."""

from __future__ import annotations

from motifcnn.graph.encode.guess import guess_kind
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.table import TableEncoder, fit_encoder

__all__ = ["ColumnGuess", "Kind", "TableEncoder", "fit_encoder", "guess_kind"]
