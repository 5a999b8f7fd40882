from __future__ import annotations

from motifcnn.graph.tables.decisions import Decisions


def test_an_answer_is_sure_and_a_guess_may_not_be() -> None:
    decisions = Decisions({"a.key": "x"})
    assert decisions.decide("a.key", "id", "unique", sure=False) == "x"
    assert decisions.decide("b.key", "id", "unique", sure=False, others=["name"]) == "id"
    (unsure,) = decisions.unsure()
    assert (unsure.about, unsure.choice, unsure.others) == ("b.key", "id", ("name",))
