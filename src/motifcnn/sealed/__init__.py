"""Folders and files that are complete or not there at all.

Both are written under a temporary name and renamed. A folder has a manifest with the SHA-256 of
each of its files. Files from elsewhere are read through `read_regular` alone.
"""

from motifcnn.sealed.file import new_file
from motifcnn.sealed.folder import new_folder
from motifcnn.sealed.names import plain_name
from motifcnn.sealed.read import MANIFEST, SealedFolder, open_sealed
from motifcnn.sealed.regular import UnreadableError, read_regular

__all__ = [
    "MANIFEST",
    "SealedFolder",
    "UnreadableError",
    "new_file",
    "new_folder",
    "open_sealed",
    "plain_name",
    "read_regular",
]
