"""Where training runs."""

from __future__ import annotations

import torch

from motifcnn.nn.settings import ConfigError


def find_device(name: str) -> torch.device:
    """The device of that name; "auto" is a GPU if there is one.

    Examples
    --------
    >>> find_device("cpu")
    device(type='cpu')
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        found = torch.device(name)
    except RuntimeError as error:
        raise ConfigError(f"device {name!r} is unknown; write auto, cpu or cuda") from error
    if found.type == "cuda" and not torch.cuda.is_available():
        raise ConfigError(
            f"device {name!r}: torch finds no GPU here; write cpu, or auto to take one where there "
            "is one"
        )
    return found
