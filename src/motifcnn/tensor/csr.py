"""Jobs on CSR arrays that several packages share."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def row_chunks(indptr: npt.NDArray[np.int64], chunks: int) -> npt.NDArray[np.int64]:
    """Where to cut rows into chunks with about the same number of entries: (chunks + 1,) int64."""
    rows = len(indptr) - 1
    work = indptr + np.arange(rows + 1)  # a row costs a little even when it is empty
    chunks = max(1, min(rows, chunks))
    cuts = np.searchsorted(work, np.linspace(0, work[-1], chunks + 1)).astype(np.int64)
    cuts[0], cuts[-1] = 0, rows
    return cuts
