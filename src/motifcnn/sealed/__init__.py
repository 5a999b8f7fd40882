"""Folders and files that are complete or not there at all.

Both are written under a temporary name and renamed. A folder has a manifest with the SHA-256 of
each of its files.
"""

from motifcnn.sealed.file import new_file
from motifcnn.sealed.folder import new_folder
from motifcnn.sealed.names import plain_name
from motifcnn.sealed.read import MANIFEST, SealedFolder, open_sealed

__all__ = ["MANIFEST", "SealedFolder", "new_file", "new_folder", "open_sealed", "plain_name"]
