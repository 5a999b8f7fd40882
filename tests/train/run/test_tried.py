from __future__ import annotations

from motifcnn.train.run.tried import Tried


def test_a_candidate_without_a_fit_has_a_reason_and_no_scores() -> None:
    one = Tried("gat", reason="not tried: 300 seconds were over")
    assert (one.micro_f1, one.macro_f1, one.kept) == (None, None, False)
