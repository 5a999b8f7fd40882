"""What is written as TOML is read back by the standard library as it was."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from motifcnn.toml_text import toml_document

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.one_of(
    texts, st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False)
)
lists = st.one_of(values, st.lists(values))


@given(options=st.dictionaries(texts, lists), table=st.dictionaries(texts, lists))
def test_options_are_read_back_as_they_were(options: dict, table: dict) -> None:
    given_options = options | {"settings": table}
    assert tomllib.loads(toml_document(given_options)) == given_options
