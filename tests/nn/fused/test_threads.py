"""Little work runs in one thread, and the number of threads is as before afterwards."""

from __future__ import annotations

import numba
import pytest

from motifcnn.nn.fused.threads import SMALL, threads_for


def test_little_work_has_one_thread_and_much_work_has_all() -> None:
    before = numba.get_num_threads()
    with threads_for(SMALL - 1):
        assert numba.get_num_threads() == 1
    with threads_for(SMALL):
        assert numba.get_num_threads() == before
    with pytest.raises(KeyError), threads_for(1):
        raise KeyError
    assert numba.get_num_threads() == before
