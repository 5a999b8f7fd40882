"""Key columns: cells as texts that compare across tables, as the import of this machine has them.

Texts are stripped, and an empty one is no key. Whole numbers lose their fraction: 7, 7.0 and "7"
are one key; "7.0" is, too, where all texts of the column are such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from motifcnn.graph.encode.missing import MARKERS
from motifcnn.graph.tables.problems import TableError, TableProblem

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_SPACE = r"[\s\x1c-\x1f]"
_STRIPPED = rf"(?U)^{_SPACE}+|{_SPACE}+$"
WHOLE_FLOAT = r"^-?[0-9]+\.0$"
WHOLE_NUMBER = r"^(0|-?[1-9][0-9]{0,18})$"
_WHOLE_KINDS = ("tinyint", "smallint", "int", "bigint")


def key_text(frame: DataFrame, column: str, file: str, *, whole_floats: bool = False) -> Column:
    """The cells of a column as keys; "" where there is none.

    Parameters
    ----------
    frame : DataFrame
    column, file : str
    whole_floats : bool
        Whether all texts are whole numbers with a fraction, "7.0", that they lose.
    """
    from pyspark.sql import functions as F

    kind, cell = dict(frame.dtypes)[column], F.col(f"`{column.replace('`', '``')}`")
    if kind == "string":
        text = F.regexp_replace(cell, _STRIPPED, "")
        text = F.regexp_replace(text, r"\.0$", "") if whole_floats else text
    elif kind in _WHOLE_KINDS:
        text = cell.cast("string")
    elif kind in ("float", "double"):
        exact = (cell == F.floor(cell)) & (F.abs(cell) < 1e15)
        text = F.when(exact, cell.cast("bigint").cast("string")).otherwise(cell.cast("string"))
        text = F.when(F.isnan(cell), "").otherwise(text)
    else:
        raise TableError(
            [
                TableProblem(
                    file,
                    f"keys of kind {kind}, expected texts or numbers",
                    "cast the column, or name another in the mapping",
                    column=column,
                )
            ]
        )
    return F.coalesce(text, F.lit(""))


def is_missing_text(text: Column) -> Column:
    """Whether a text means a missing value, as `motifcnn.graph.encode.missing.is_missing`."""
    from pyspark.sql import functions as F

    return F.lower(text).isin(*sorted(MARKERS))


def is_whole_number(text: Column) -> Column:
    """Whether a text reads back the same as a 64-bit integer: "7" does and "007" does not."""
    return text.rlike(WHOLE_NUMBER) & text.try_cast("bigint").isNotNull()
