from __future__ import annotations

import pytest

from motifcnn.motif.verbs import base_of, is_verb, participle_of, particle_of, past_of


@pytest.mark.parametrize(
    ("verb", "base", "participle"),
    [
        ("cites", "cite", "cited"),
        ("depends", "depend", "depended"),
        ("replies", "reply", "replied"),
        ("watches", "watch", "watched"),
        ("writes", "write", "written"),
        ("tags", "tag", "tagged"),
        ("follows", "follow", "followed"),
        ("plays", "play", "played"),
    ],
)
def test_verbs_are_inflected(verb: str, base: str, participle: str) -> None:
    assert is_verb(verb)
    assert base_of(verb) == base
    assert participle_of(base) == participle


def test_nouns_are_no_verbs() -> None:
    assert not [word for word in ("friend", "class", "status", "axis", "by") if is_verb(word)]


def test_a_particle_is_added_where_english_has_one() -> None:
    assert (particle_of("depends"), particle_of("cites")) == ("on", "")


def test_the_past_is_that_of_a_participle_alone() -> None:
    assert [past_of(word) for word in ("written", "edited", "part")] == ["wrote", "edited", None]
