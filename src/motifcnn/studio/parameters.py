"""Parameters that several routes of the API take, with the longest texts that they read."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import Field

LONGEST_PATTERN, LONGEST_NAME = 2000, 500  # characters
Pattern = Annotated[str, Query(max_length=LONGEST_PATTERN)]
PatternText = Annotated[str, Field(max_length=LONGEST_PATTERN)]
"""A pattern in the body of a request."""
Name = Annotated[str, Query(max_length=LONGEST_NAME)]
"""Of a node, a node type or a run."""
