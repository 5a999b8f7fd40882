"""Errors of the command line alone."""

from __future__ import annotations

from motifcnn.errors import MotifCNNError


class OptionError(MotifCNNError, ValueError):
    """An option of a verb or of its file that is unknown or out of range."""
