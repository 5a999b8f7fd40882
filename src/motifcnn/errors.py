"""The errors that the package raises on purpose; each message says where, what was found, what was expected and what to do."""


class MotifCNNError(Exception):
    """Anything that went wrong for a reason the user can act on."""


class GraphError(MotifCNNError, ValueError):
    """A graph, table or feature matrix that is not what it claims to be."""


class MotifError(MotifCNNError, ValueError):
    """A motif that cannot be read, is not connected, or cannot match the schema."""


class DatasetError(MotifCNNError):
    """A dataset that is unknown, missing here, or was changed on its way."""


class BudgetError(MotifCNNError):
    """Work that would not fit: refused before it starts, with the estimate."""


class StoreError(MotifCNNError):
    """A stored tensor or run that is incomplete or was altered."""
