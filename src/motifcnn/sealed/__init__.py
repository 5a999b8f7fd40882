"""Folders and files that are complete or not there at all.

Both are written beside their place, by the one writer that holds its lock, and renamed. A folder
has a manifest with the SHA-256 of each of its files. Files from elsewhere are read through
`read_regular` alone.
"""

from motifcnn.sealed.failure import explained
from motifcnn.sealed.file import make_folder, new_file, write, write_text
from motifcnn.sealed.folder import new_folder
from motifcnn.sealed.leftovers import leftovers, remove_leftovers
from motifcnn.sealed.lock import locked
from motifcnn.sealed.names import plain_name
from motifcnn.sealed.part import discard, part_of
from motifcnn.sealed.read import MANIFEST, SealedFolder, open_sealed
from motifcnn.sealed.regular import UnreadableError, is_there, read_regular
from motifcnn.sealed.whole import read_whole

__all__ = [
    "MANIFEST",
    "SealedFolder",
    "UnreadableError",
    "discard",
    "explained",
    "is_there",
    "leftovers",
    "locked",
    "make_folder",
    "new_file",
    "new_folder",
    "open_sealed",
    "part_of",
    "plain_name",
    "read_regular",
    "read_whole",
    "remove_leftovers",
    "write",
    "write_text",
]
