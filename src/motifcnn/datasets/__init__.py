"""Graphs by name, and graphs made up."""

from __future__ import annotations

from motifcnn.datasets.download import RemoteFile
from motifcnn.datasets.known import DatasetInfo
from motifcnn.datasets.registry import (
    DATASETS,
    Source,
    data_folder,
    forget,
    load_dataset,
    names,
    register,
)

__all__ = [
    "DATASETS",
    "DatasetInfo",
    "RemoteFile",
    "Source",
    "data_folder",
    "forget",
    "load_dataset",
    "names",
    "register",
]
