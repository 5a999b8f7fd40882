"""Ranks: the processes of one distributed run, which torchrun starts, and what they exchange."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import count
from typing import Any

import torch
from torch import distributed, nn
from torch.distributed.distributed_c10d import PrefixStore
from torch.distributed.rendezvous import rendezvous

from motifcnn.errors import MotifCNNError
from motifcnn.methods.shard import Shard
from motifcnn.nn.settings import ConfigError

TIMEOUT = 60.0
"""Seconds that a rank waits for the others in a training step; ``MOTIFCNN_TIMEOUT`` changes it."""
PREPARATION = 30 * TIMEOUT
"""The same for preparation and for predictions of all nodes, which take some ranks longer."""
PIECES = 4
"""Pieces of every batch, where the number of ranks divides it; a rank has as many as all others.

Of three ranks, or more than four, each has one piece of its own.
"""
CPU = torch.device("cpu")
_LAUNCHED = ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")
_fits = count()


class RankError(MotifCNNError):
    """Another rank of a distributed run stopped, or does not answer."""


@dataclass(frozen=True, eq=False)
class Ranks:
    """The ranks of a distributed run, as seen from one of them.

    Parameters
    ----------
    number : int
        Rank of this process, from 0.
    size : int
        Number of ranks.
    device : torch.device
        Where this rank computes, and where what it exchanges must be.
    patient : process group, optional
        For exchanges before which ranks may have worked for different times.

    Examples
    --------
    >>> Ranks(1, 2).shard.rows(5)
    array([1, 3])
    """

    number: int
    size: int
    device: torch.device = CPU
    patient: Any = None

    @property
    def first(self) -> bool:
        """Whether this rank is the one that writes and prints."""
        return self.number == 0

    @property
    def shard(self) -> Shard:
        """The rows of the target type that this rank computes, and in how many pieces."""
        return Shard(self.number, self.size, max(1, PIECES // self.size))

    def add(self, values: torch.Tensor, *, patient: bool = False) -> None:
        """Replaces values by their sum over all ranks, in place."""
        there = values.to(self.device)
        with self._answered(_patience() if patient else _timeout()):
            distributed.all_reduce(there, group=self.patient if patient else None)
        values.copy_(there)

    def folded(self, values: torch.Tensor) -> torch.Tensor:
        """The sum of values, (k,), over all ranks in the order of `folded`: (k,).

        Each rank folds one range of them for all.
        """
        width = -(-len(values) // self.size)
        sent = torch.zeros(self.size * width, dtype=values.dtype, device=self.device)
        sent[: len(values)] = values
        ranges = torch.empty_like(sent)
        with self._answered(_timeout()):
            distributed.all_to_all_single(ranges, sent)
            own = folded(ranges.view(self.size, width).unbind())
            found = [torch.empty_like(own) for _ in range(self.size)]
            distributed.all_gather(found, own)
        return torch.cat(found)[: len(values)].to(values.device)

    def agree(self, values: torch.Tensor) -> None:
        """Replaces values by those of the first rank, in place."""
        there = values.to(self.device)
        with self._answered(_timeout()):
            distributed.broadcast(there, src=0)
        values.copy_(there)

    def wait(self) -> None:
        """Returns when every rank has called it."""
        self.add(torch.zeros(1), patient=True)

    @contextmanager
    def _answered(self, seconds: float) -> Iterator[None]:
        try:
            yield
        except RuntimeError as error:  # torch has no narrower class for what gloo raises
            raise RankError(
                f"rank {self.number} of {self.size}: another rank stopped, or did not answer "
                f"within {seconds:g} s ({str(error).strip().splitlines()[0]}). Its own message "
                "says why. The same command goes on from the checkpoint, where one was named, "
                "with any number of ranks."
            ) from error


def gradients_of(module: nn.Module, loss: float) -> torch.Tensor:
    """What a piece of a batch adds to a step: gradients, which weights have one, and its loss.

    Parameters
    ----------
    module : nn.Module
    loss : float
        The piece's part of the loss.

    Returns
    -------
    (number of weights in all arrays + number of arrays + 1,) tensor on the CPU
    """
    weights = list(module.parameters())
    gradients = [torch.zeros_like(w) if w.grad is None else w.grad for w in weights]
    present = torch.tensor([float(w.grad is not None) for w in weights] + [loss])
    return torch.cat([*(g.detach().flatten().cpu() for g in gradients), present])


def put_gradients(module: nn.Module, values: torch.Tensor) -> float:
    """Gives a module the sum of what `gradients_of` found for all pieces; returns the loss.

    A weight without a gradient in any piece is left without, as an optimiser passes over it.
    """
    weights = list(module.parameters())
    *sums, marks = torch.split(values, [*(w.numel() for w in weights), len(weights) + 1])
    for weight, total, mark in zip(weights, sums, marks[:-1].tolist(), strict=True):
        weight.grad = total.view_as(weight).to(weight.device) if mark else None
    return float(marks[-1])


def folded(parts: Sequence[torch.Tensor]) -> torch.Tensor:
    """The sum of tensors: the first half is added to the second, until one is left.

    Of 2^k pieces that are dealt to 2^j ranks in turn, each rank may fold its own and the results
    then be folded in the order of the ranks: the additions are the same, so are the bits.

    Examples
    --------
    >>> pieces = torch.randn(8, 5)
    >>> ranks = [folded(pieces[rank::2]) for rank in range(2)]
    >>> torch.equal(folded(ranks), folded(pieces))
    True
    """
    left = list(parts)
    while len(left) > 1:
        half = len(left) // 2
        left = [a + b for a, b in zip(left, left[half : 2 * half], strict=False)] + left[2 * half :]
    return left[0]


def launched() -> bool:
    """Whether torchrun started this process.

    Examples
    --------
    >>> launched()
    False
    """
    return distributed.is_available() and distributed.is_torchelastic_launched()


def speaks() -> bool:
    """Whether this process is the one that writes and prints: alone, or the first rank.

    Examples
    --------
    >>> speaks()
    True
    """
    return not launched() or os.environ.get("RANK", "0") == "0"


@contextmanager
def joined(device: torch.device) -> Iterator[Ranks]:
    """The ranks that torchrun's environment names, connected inside.

    They exchange by nccl on GPUs, of which each rank takes its own, and by gloo elsewhere. A
    process group that exists already is used and left as it is.
    """
    own = not distributed.is_initialized()
    if own:
        _require_launched()
    if device.type == "cuda":
        device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
        torch.cuda.set_device(device)
    if own:
        _connect("nccl" if device.type == "cuda" else "gloo")
    try:
        patient = distributed.new_group(timeout=timedelta(seconds=_patience()))
        yield Ranks(distributed.get_rank(), distributed.get_world_size(), device, patient)
    finally:
        if own:
            distributed.destroy_process_group()


def _connect(backend: str) -> None:
    timeout = timedelta(seconds=_timeout())
    try:
        store, rank, size = _met()
        # A second fit of the same processes must not find the addresses of the first.
        own = PrefixStore(f"motifcnn/{next(_fits)}", store)
        distributed.init_process_group(
            backend, store=own, rank=rank, world_size=size, timeout=timeout
        )
    except (RuntimeError, ValueError) as error:
        names = ", ".join(f"{name}={os.environ[name]}" for name in _LAUNCHED)
        raise RankError(
            f"the ranks could not connect within {_timeout():g} s ({error}); the environment has "
            f"{names}. Start all ranks at the same time, with one address that all of them reach."
        ) from error


@cache
def _met() -> tuple[Any, int, int]:
    """Where ranks leave their addresses, kept as long as the process; rank; number of ranks."""
    found: tuple[Any, int, int] = next(rendezvous("env://", timeout=timedelta(seconds=_timeout())))
    return found


def _require_launched() -> None:
    missing = [name for name in _LAUNCHED if name not in os.environ]
    if missing:
        raise ConfigError(
            f"distributed=True: torchrun did not start this process ({', '.join(missing)} not set "
            "in the environment). Start it as `torchrun --nproc-per-node 2 script.py`, or without "
            "a script as `torchrun --nproc-per-node 2 -m motifcnn train ...`."
        )


def _patience() -> float:
    return max(PREPARATION, _timeout())


def _timeout() -> float:
    text = os.environ.get("MOTIFCNN_TIMEOUT", str(TIMEOUT))
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ConfigError(
            f"MOTIFCNN_TIMEOUT is {text!r} in the environment; expected seconds, such as 60"
        )
    return seconds
