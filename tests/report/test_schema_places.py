from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from motifcnn.graph import Relation, Schema
from motifcnn.report.schema_places import schema_places


def schema_of(types: str, links: str) -> Schema:
    return Schema(tuple(types), tuple(Relation(a, f"{a}{b}", b) for a, b in links.split()))


def distance(point: np.ndarray, start: np.ndarray, end: np.ndarray) -> float:
    along = np.clip((point - start) @ (end - start) / ((end - start) @ (end - start)), 0, 1)
    return float(np.linalg.norm(start + along * (end - start) - point))


def test_three_mutually_linked_types_are_a_triangle() -> None:
    found = schema_places(schema_of("abc", "ab bc ca"), "b", dict.fromkeys("abc", 90.0))
    (ax, ay), (bx, by), (cx, cy) = (found[t] for t in "abc")
    area = abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
    assert area > 5_000


@pytest.mark.parametrize(
    ("types", "links"),
    [
        ("abc", "ab bc ca"),
        ("abc", "ab bc"),
        ("abcd", "ab ac ad bc cd db"),
        ("abcde", "ab ac ad ae bd de"),
        ("abcde", "ab ac ad ae bc cd de eb"),
        ("abcdefg", "ab ac ad ae af ag be cf"),
    ],
)
def test_no_link_runs_through_another_type(types: str, links: str) -> None:
    found = schema_places(schema_of(types, links), "a", dict.fromkeys(types, 90.0))
    at = {name: np.array(place) for name, place in found.items()}
    for one, two in links.split():
        for other in set(types) - {one, two}:
            assert distance(at[other], at[one], at[two]) > 25


def test_boxes_never_overlap() -> None:
    for count in range(2, 13):
        types = "abcdefghijkl"[:count]
        links = " ".join(f"a{other}" for other in types[1:])
        found = schema_places(schema_of(types, links), "a", dict.fromkeys(types, 110.0))
        for (ax, ay), (bx, by) in combinations(found.values(), 2):
            assert abs(ax - bx) >= 110 or abs(ay - by) >= 42
