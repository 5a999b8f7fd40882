"""Shapes that choices of motifs ask for."""

from __future__ import annotations

import pytest

from motifcnn.motif.motif import Motif
from motifcnn.motif.shape import holds_without_target, is_path


@pytest.mark.parametrize(
    ("text", "path", "holds"),
    [
        ("(t:a)--(c:b)", True, True),
        ("(t:a)--(b:b)--(c:a)", True, True),
        ("(t:a)--(b:b), (t)--(c:b)", False, False),
        ("(t:a)--(b:b)--(c:a), (t)--(c)", False, True),
        ("(t:a)--(b:b)--(d:a)--(c:b)", True, True),
        ("(t:a)--(b:b)--(c:a), (b)--(d:a)", False, True),
        ("(t:a)--(b:b)--(d:a), (t)--(c:b)", False, False),
    ],
)
def test_paths_begin_at_the_target_and_the_rest_holds_together_or_not(
    text: str, path: bool, holds: bool
) -> None:
    motif = Motif.parse(text)
    assert (is_path(motif), holds_without_target(motif)) == (path, holds)
