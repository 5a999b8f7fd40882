from __future__ import annotations

from motifcnn.cli.show.motif import describe_motif, roles_text
from motifcnn.motif import Motif


def test_roles_are_named_by_their_members() -> None:
    described = describe_motif(Motif.parse("(t:author)--(p:paper), (t)--(q:paper)--(v:venue)"))
    assert (described["target"], described["target_type"], described["context"]) == (
        "t",
        "author",
        "v",
    )
    assert [role["members"] for role in described["roles"]] == [["p"], ["q"], ["v"]]
    assert roles_text(described["roles"]) == "p:paper, q:paper, v:venue"
