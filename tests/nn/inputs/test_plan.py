"""The plan of the inputs."""

from __future__ import annotations

import pytest

from motifcnn.nn.inputs import NOTHING, InputBlock, Inputs


@pytest.mark.parametrize(
    ("kind", "transfers"),
    [
        ("features", True),
        ("borrowed", True),
        ("diffused", True),
        ("structure", False),
        ("one-hot", False),
    ],
)
def test_blocks_made_from_features_alone_transfer_to_other_nodes(
    kind: str, transfers: bool
) -> None:
    assert InputBlock(kind, 3).transfers == transfers  # type: ignore[arg-type]


def test_widths_are_listed_by_type_and_block() -> None:
    blocks = {"a": (InputBlock("features", 3), InputBlock("structure", 2)), "b": ()}
    assert Inputs(blocks, {}, {}).widths == {"a": (3, 2), "b": ()}
    assert NOTHING.widths == {}


def test_inputs_are_equal_to_themselves_alone() -> None:
    one, two = Inputs({}, {}, {}), Inputs({}, {}, {})
    assert one == one
    assert one != two
    assert len({one, two}) == 2
