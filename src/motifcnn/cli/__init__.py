"""The command line: verbs, what their options mean, and what they show."""

from motifcnn.cli.app import main

__all__ = ["main"]
