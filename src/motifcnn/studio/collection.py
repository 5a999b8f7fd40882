"""The collection: motifs that people keep, in a file that `motifcnn train --config` takes."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from motifcnn.errors import StoreError
from motifcnn.graph.schema import Schema
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.readable import clipped
from motifcnn.sealed import new_file, read_regular, write_text
from motifcnn.sealed.limits import MAX_SETTINGS
from motifcnn.toml_text import toml_value


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    graph: str
    target: str
    motif: list[str]


@dataclass(frozen=True)
class Collection:
    """Motifs in the order in which they were saved, each once.

    Parameters
    ----------
    file : Path
    source : str
        The graph, as the command line names it.
    motifs : tuple of Motif

    Examples
    --------
    >>> edge = Motif.parse("(t:paper)--(c:author)")
    >>> print(Collection(Path("motifs.toml"), "dblp-p", (edge,)).to_toml())
    # Motifs saved by motifcnn studio; train on them: motifcnn train --config motifs.toml
    graph = "dblp-p"
    target = "paper"
    motif = [
      "(t:paper)--(c:author)",
    ]
    <BLANKLINE>
    """

    file: Path
    source: str
    motifs: tuple[Motif, ...] = ()

    @classmethod
    def open(cls, file: Path, source: str, schema: Schema) -> Collection:
        """The collection in a file, or an empty one where there is no file.

        Raises
        ------
        StoreError
            If the file is something else, is of another graph, or cannot be read.
        MotifError
            If the schema does not allow one of its motifs.
        """
        if not file.exists():
            return cls(file, source)
        try:
            text = read_regular(file, limit=MAX_SETTINGS).decode()
            found = _Document.model_validate(tomllib.loads(text))
        except (ValueError, ValidationError, RecursionError) as error:
            first = str(error).splitlines()[0]
            raise StoreError(
                f"{file} is no collection of motifs ({clipped(first)}); expected graph, target and "
                "motif alone. Name another file with --out"
            ) from None
        if found.graph != source:
            raise StoreError(
                f"{file} has motifs of the graph {found.graph!r}, this one is {source!r}; name "
                "another file with --out"
            )
        motifs = tuple(dict.fromkeys(map(Motif.parse, found.motif)))
        for motif in motifs:
            check(motif, schema)
        return cls(file, source, motifs)

    def with_motif(self, motif: Motif) -> Collection:
        return replace(self, motifs=tuple(dict.fromkeys((*self.motifs, motif))))

    def without(self, motif: Motif) -> Collection:
        return replace(self, motifs=tuple(m for m in self.motifs if m != motif))

    def to_toml(self) -> str:
        """The file's text; the target type is that of the first motif."""
        target = self.motifs[0].target_type if self.motifs else ""
        command = f"motifcnn train --config {self.file.name}"
        return "\n".join(
            [
                f"# Motifs saved by motifcnn studio; train on them: {_line(command)}",
                f"graph = {toml_value(self.source)}",
                f"target = {toml_value(target)}",
                "motif = [",
                *(f"  {toml_value(str(motif))}," for motif in self.motifs),
                "]",
                "",
            ]
        )

    def save(self) -> None:
        """Writes the file, whole or not at all; a `StoreError` where that is impossible."""
        with new_file(self.file) as work:
            write_text(work, self.to_toml())


def _line(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
