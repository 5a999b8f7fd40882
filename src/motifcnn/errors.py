"""The errors of the package: each says where, what was found, what was expected, what to do."""


class MotifCNNError(Exception):
    """Base of all errors that the user can act on."""


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
