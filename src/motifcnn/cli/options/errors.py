"""Errors of the command line alone."""

from __future__ import annotations

from motifcnn.errors import MotifCNNError


class OptionError(MotifCNNError, ValueError):
    """An argument, a flag or an option of a TOML file that is unknown or out of range."""
