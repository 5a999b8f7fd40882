"""Tables in memory, and what is found in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from motifcnn.graph.tables.detect import Detected, detect
from motifcnn.graph.tables.files import find_tables


def frames(**tables: Mapping[str, Sequence[Any]]) -> dict[str, pd.DataFrame]:
    """Tables from columns."""
    return {name: pd.DataFrame(dict(columns)) for name, columns in tables.items()}


def found(tables: Mapping[str, pd.DataFrame], **options: Any) -> Detected:
    """What is found in the tables."""
    return detect(find_tables(tables).tables, **options)


def relations(detected: Detected) -> set[str]:
    """The relations in words."""
    return {str(relation.relation) for relation in detected.mapping.relations}
