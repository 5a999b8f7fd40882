"""What every encoder of a column has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from scipy import sparse

    from motifcnn.graph.encode.cells import Cells
    from motifcnn.graph.encode.kinds import Kind


class ColumnEncoder(Protocol):
    """A fitted encoder of one column: a frozen value that turns cells into features."""

    @property
    def name(self) -> str:
        """The column."""

    @property
    def kind(self) -> Kind:
        """The kind of the column."""

    @property
    def reason(self) -> str:
        """Why it has this kind, in words."""

    @property
    def also_missing(self) -> tuple[str, ...]:
        """Texts that count as missing in this column."""

    @property
    def feature_names(self) -> tuple[str, ...]:
        """One name per feature."""

    @property
    def width(self) -> int:
        """The number of features."""

    def encode(self, cells: Cells) -> sparse.csr_array:
        """The features of cells without the texts of `also_missing`: float32 (n, width)."""

    def describe(self) -> str:
        """What the column becomes, in words."""
