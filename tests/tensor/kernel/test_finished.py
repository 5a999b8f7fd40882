from __future__ import annotations

import numpy as np
import pytest

from motifcnn.tensor.kernel.finished import no_part_finished, require_finished


@pytest.mark.parametrize("missing", range(3))
def test_one_part_without_a_mark_is_want_of_memory(missing: int) -> None:
    marks = no_part_finished(3)
    marks[np.arange(3) != missing] = True
    with pytest.raises(MemoryError, match="could not allocate"):
        require_finished(marks)


def test_marks_of_all_parts_and_no_parts_at_all_are_right() -> None:
    marks = no_part_finished(3)
    assert not marks.any()
    marks[:] = True
    require_finished(marks)
    require_finished(no_part_finished(0))
