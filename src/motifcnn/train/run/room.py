"""Room: a network that is built for stored weights makes no tensor that is larger than they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.overrides import TorchFunctionMode

from motifcnn.errors import StoreError

FREE = 2**24  # values; what views and buffers of a small network need
_MADE_BY_SIZE = (torch.empty, torch.zeros, torch.ones, torch.rand, torch.randn, torch.full)


class RoomFor(TorchFunctionMode):
    """While it is entered, a tensor with more values than there is room for is a `StoreError`.

    Sizes of a network multiply, so that each may be as small as an array that is stored and the
    network still not fit into any memory.

    Parameters
    ----------
    weights : mapping of name to array
    more : int
        Values that a tensor may have besides: what belongs to the nodes of the graph.

    Examples
    --------
    >>> with RoomFor({"w": np.zeros(10)}):
    ...     torch.nn.Linear(2**20, 2**20)
    Traceback (most recent call last):
    motifcnn.errors.StoreError: the settings of the run ask for an array of 1048576 x 1048576, ...
    """

    def __init__(self, weights: Mapping[str, npt.NDArray[Any]], more: int = 0) -> None:
        super().__init__()
        self.most = FREE + more + 2 * sum(int(np.size(values)) for values in weights.values())

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls a function of torch, unless it would make too large a tensor."""
        kwargs = kwargs or {}
        if func in _MADE_BY_SIZE:
            size = kwargs.get("size", args[0] if args and not isinstance(args[0], int) else args)
            if math.prod(size) > self.most:
                raise StoreError(
                    f"the settings of the run ask for an array of {' x '.join(map(str, size))}, "
                    f"expected at most {self.most:,} values by its weights; they were altered. "
                    "Train and save the run again"
                )
        return func(*args, **kwargs)
