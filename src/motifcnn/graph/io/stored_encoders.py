"""Encoders in a sealed folder: a JSON document and the arrays it refers to, no pickle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.errors import GraphError
from motifcnn.graph.io.npz import read_arrays, write_arrays
from motifcnn.readable import clipped
from motifcnn.sealed import SealedFolder, write_text

if TYPE_CHECKING:
    from motifcnn.graph.encode import TableEncoder


def write_encoder(encoder: TableEncoder, folder: Path, file: str) -> None:
    """Writes `file`.json and `file`.npz; the document is under "encoder", array names beside it."""
    document, arrays = encoder.to_json()
    # Members of the archive are numbered, because an array may have any name.
    write_arrays(folder / f"{file}.npz", {str(at): a for at, a in enumerate(arrays.values())})
    content = json.dumps({"encoder": document, "arrays": list(arrays)}, ensure_ascii=False)
    write_text(folder / f"{file}.json", content + "\n")


def read_encoder(folder: SealedFolder, file: str) -> TableEncoder:
    """The encoder that `write_encoder` wrote; a `GraphError` where the files describe none."""
    from motifcnn.graph.encode import TableEncoder
    from motifcnn.graph.io.graph_document import EncoderDocument

    where = folder.path / f"{file}.json"
    content = folder.read_json(f"{file}.json", EncoderDocument)
    stored = read_arrays(folder.read(f"{file}.npz"), where=str(folder.path / f"{file}.npz"))
    try:
        arrays = {name: stored[str(at)] for at, name in enumerate(content.arrays)}
        return TableEncoder.from_json(content.encoder, arrays)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise GraphError(
            f"{where}: does not describe an encoder ({type(error).__name__}: "
            f"{clipped(str(error))}); write the folder again"
        ) from error
