"""The table in a Parquet file's bytes, its size in memory bounded before it is unpacked.

A run of equal values takes a few bytes in a file, so a small file can declare gigabytes.
"""

from __future__ import annotations

from typing import Any

from motifcnn.errors import GraphError
from motifcnn.readable import clipped, readable_size
from motifcnn.sealed.limits import unpacked_limit

_TEXT = "BYTE_ARRAY"


def table_of(data: bytes, where: str, *, limit: int | None = None) -> Any:
    """The pyarrow table.

    Parameters
    ----------
    data : bytes
    where : str
        Begins the message of an error.
    limit : int, optional
        Bytes that the table may take in memory; default: `unpacked_limit` of the file.

    Raises
    ------
    GraphError
        If the bytes are no Parquet file, or declare a larger table than the limit.

    Examples
    --------
    >>> import io
    >>> import pyarrow as pa
    >>> from pyarrow import parquet
    >>> file = io.BytesIO()
    >>> parquet.write_table(pa.table({"id": [3, 4]}), file)
    >>> table_of(file.getvalue(), "a.parquet").to_pydict()
    {'id': [3, 4]}
    """
    import pyarrow as pa
    from pyarrow import parquet

    try:
        # Not parquet.read_table, which imports pandas.
        file = parquet.ParquetFile(pa.BufferReader(data))
        declared = _declared(data, file)
        most = unpacked_limit(len(data)) if limit is None else limit
        if declared > most:
            raise GraphError(
                f"{where}: a table of {readable_size(declared)} in a file of "
                f"{readable_size(len(data))}, expected at most {readable_size(most)}; write it "
                "without compression, or in several files"
            )
        table = file.read()
        table.validate(full=True)
        return table
    except (pa.ArrowException, OSError, ValueError, IndexError, KeyError, OverflowError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(f"{where}: not a Parquet table ({clipped(str(error))})") from error


def _declared(data: bytes, file: Any) -> int:
    """Upper bound on the bytes of the table, by the rows and values that the file declares.

    A text may stand in the file once and in many rows: it counts for each of them.
    """
    import pyarrow as pa
    from pyarrow import compute, parquet

    leaves = [file.schema.column(at) for at in range(len(file.schema))]
    coded = parquet.ParquetFile(
        pa.BufferReader(data), read_dictionary=[e.path for e in leaves if e.physical_type == _TEXT]
    )
    total = 0
    for group in range(file.metadata.num_row_groups):
        # The first row brings the dictionaries of the group. It also comes before its metadata,
        # which ends the process where it is damaged: here damage is an error.
        first = next(coded.iter_batches(1, row_groups=[group]), None)
        if first is None:
            continue
        words = [each for column in first.columns for each in _dictionaries(column)]
        longest = max(
            (compute.max(compute.binary_length(each)).as_py() or 0 for each in words), default=0
        )
        part = file.metadata.row_group(group)
        for at, leaf in enumerate(leaves):
            column = part.column(at)
            values = max(column.num_values, part.num_rows)
            total += max(8, leaf.length) * values  # `length` is of texts of one size
            if leaf.physical_type == _TEXT:
                total += max(column.total_uncompressed_size, 0) + longest * values
    return total


def _dictionaries(array: Any) -> list[Any]:
    """The dictionaries in an array, also of lists and structs."""
    import pyarrow as pa

    if isinstance(array, pa.DictionaryArray):
        return [array.dictionary] if len(array.dictionary) else []
    if isinstance(array, pa.StructArray):
        return [
            each for at in range(array.type.num_fields) for each in _dictionaries(array.field(at))
        ]
    return _dictionaries(array.values) if hasattr(array, "values") else []
