"""The errors of the package: each says where, what was found, what was expected, what to do."""

_LONGEST = 4000  # characters of a message; each value in it is cut before, where it is quoted


class MotifCNNError(Exception):
    """Base of all errors that the user can act on."""

    def __init__(self, *values: object) -> None:
        super().__init__(*(_without_middle(v) if isinstance(v, str) else v for v in values))


class GraphError(MotifCNNError, ValueError):
    """A graph, table or feature matrix that is invalid."""


class MotifError(MotifCNNError, ValueError):
    """A motif that cannot be read, is not connected, or cannot match the schema."""


class DatasetError(MotifCNNError):
    """A dataset that is unknown, not available here, or has another hash than expected."""


class BudgetError(MotifCNNError):
    """Work over the budget, refused before it starts, with the estimate."""


class StoreError(MotifCNNError):
    """A stored graph, tensor or run that is incomplete or was altered, or cannot be written."""


def _without_middle(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    end = _LONGEST // 4
    return f"{text[: _LONGEST - end]} [... {len(text) - _LONGEST:,} characters ...] {text[-end:]}"
