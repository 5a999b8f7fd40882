"""Out of memory: an allocation that fails is an error that says what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from motifcnn.errors import BudgetError

# torch and C++ libraries raise a RuntimeError.
_SAID = re.compile(r"can't allocate memory|out of memory|bad_?alloc|cannot allocate", re.IGNORECASE)


@contextmanager
def memory_for(what: str, remedy: str) -> Iterator[None]:
    """Turns an allocation that fails in the block into a `BudgetError`; also a decorator.

    Parameters
    ----------
    what : str
        What the memory is for.
    remedy : str
        What to do about it.

    Examples
    --------
    >>> with memory_for("the count", "sample it"):
    ...     raise MemoryError("Unable to allocate 8 TiB")
    Traceback (most recent call last):
    ...
    motifcnn.errors.BudgetError: the count needs more memory than there is (Unable to ...
    """
    try:
        yield
    except (MemoryError, RuntimeError, SystemError) as error:
        # A compiled loop over threads ends with a SystemError, whose cause is that of the thread.
        within = isinstance(error, SystemError) and isinstance(error.__cause__, MemoryError)
        if not (within or isinstance(error, MemoryError) or _SAID.search(str(error))):
            raise
        reason = str(error.__cause__ if within else error).strip().partition("\n")[0][:200]
        raise BudgetError(
            f"{what} needs more memory than there is"
            + (f" ({reason})" if reason else "")
            + f"; {remedy}"
        ) from error
