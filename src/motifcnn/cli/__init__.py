"""The command line: one file per verb."""

from motifcnn.cli.app import main

__all__ = ["main"]
