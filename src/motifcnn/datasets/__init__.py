"""Graphs by name, and generated graphs."""

from __future__ import annotations

from motifcnn.datasets.download import RemoteFile
from motifcnn.datasets.known import DatasetInfo
from motifcnn.datasets.registry import (
    DATASETS,
    Availability,
    Source,
    availability,
    data_folder,
    forget,
    load_dataset,
    names,
    register,
)

__all__ = [
    "DATASETS",
    "Availability",
    "DatasetInfo",
    "RemoteFile",
    "Source",
    "availability",
    "data_folder",
    "forget",
    "load_dataset",
    "names",
    "register",
]
