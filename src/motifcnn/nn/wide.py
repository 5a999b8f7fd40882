"""WideMotifCNN: one convolution over many motifs, whose units are added up before the activation."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import nn

from motifcnn.nn.carried import CarriedFilters, CarriedView
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import block_dropout, dropout, next_seed
from motifcnn.nn.presets import Config

SOURCES = ("motifs", "own inputs", "carried features")


@dataclass(frozen=True, eq=False)
class WideView:
    """Rows of `Products`, (n, sum of widths), and, if they are fed in, the features in full width that reach those rows."""

    columns: torch.Tensor
    carried: CarriedView | None = None


class WideMotifCNN(nn.Module):
    """One-layer Motif-CNNs in their wide form, with a common prediction: the mean of their logits.

    Parameters
    ----------
    widths : sequence of int
        Columns of each product.
    motifs : sequence of int
        The motif of each product; -1 for the targets themselves.
    carried : int
        Columns of the features in full width; 0 for none.
    classes : int
    config : Config
        Uses `members`, `averaging`, `filters[0]`, `dense`, `carry`, `input_dropout`,
        `motif_dropout` and `dropout`.

    Examples
    --------
    >>> model = WideMotifCNN([2, 3], [-1, 0], carried=0, classes=2, config=Config(filters=(8,), wide=True, members=3))
    >>> view = WideView(torch.zeros(5, 5))
    >>> model.train(True)(view).shape, model.train(False)(view).shape
    (torch.Size([3, 5, 2]), torch.Size([5, 2]))
    """

    def __init__(
        self,
        widths: Sequence[int],
        motifs: Sequence[int],
        carried: int,
        classes: int,
        config: Config,
    ) -> None:
        super().__init__()
        self.members = Members(widths, motifs, carried, classes, config)
        self.share = config.averaging
        self.averaged = (
            copy.deepcopy(self.members).requires_grad_(False) if config.averaging else None
        )
        self.register_buffer("steps", torch.zeros(1, dtype=torch.int64))
        self.steps: torch.Tensor

    def forward(self, view: WideView) -> torch.Tensor:
        """Logits, (n, classes); in training those of each member, (members, n, classes), as each learns for itself."""
        if not self.training:
            logits: torch.Tensor = self._predicting(view)
            return logits.mean(dim=0)
        if self.averaged is not None:
            self._average(self.averaged)
        each: torch.Tensor = self.members(view)
        return each

    def contributions(self, view: WideView, motifs: int) -> torch.Tensor:
        """What each motif brings to the predicted class, as a share of what all of them bring: (n, motifs).

        With the activations of a node held fixed a member is linear, so the logit is a sum over
        products. Shares are of absolute values, of the sum over members.
        """
        return _shares(self._brought(view, motifs)[:, :motifs])

    def sources(self, view: WideView, motifs: int) -> torch.Tensor:
        """What the predicted class rests on, as shares of all that is brought to it: (n, 3), in the order of `SOURCES`."""
        brought = self._brought(view, motifs)
        return _shares(
            torch.cat(
                [brought[:, :motifs].abs().sum(dim=1, keepdim=True), brought[:, motifs:]], dim=1
            )
        )

    def _brought(self, view: WideView, motifs: int) -> torch.Tensor:
        """What each motif, the node's own inputs and carried features bring to the predicted class: (n, motifs + 2)."""
        with torch.no_grad():
            best = self.train(False)(view).argmax(dim=1, keepdim=True)
        return self._predicting.contributions(view, best, motifs)

    @property
    def _predicting(self) -> Members:
        return self.members if self.averaged is None else self.averaged

    def _average(self, averaged: Members) -> None:
        """Takes the weights that the last step left into the running mean, which begins short so as to forget the start."""
        taken = int(self.steps)
        share = min(self.share, taken / (9 + taken))
        with torch.no_grad():
            for mean, weight in zip(averaged.parameters(), self.members.parameters(), strict=True):
                mean.lerp_(weight, 1 - share)
            self.steps += 1


class Members(nn.Module):
    r"""One-layer Motif-CNNs in their wide form, side by side.

    .. math:: H = relu(b + X_t W_0 + U + \sum_M (D^M)^{-1} \sum_k A^M_k X_{\tau(k)} W^M_k)

    with the units U of carried features (see `motifcnn.nn.carried`).

    Units share one W_0 and are added up before the activation, so a network over many motifs costs
    no more than one matrix product, and what each motif brings to a prediction can be told exactly.
    The filters of all members are columns of the same matrices: members begin apart and drop
    different units, but see the same inputs dropped, which are then drawn and read once.
    """

    def __init__(
        self,
        widths: Sequence[int],
        motifs: Sequence[int],
        carried: int,
        classes: int,
        config: Config,
    ) -> None:
        super().__init__()
        self.widths, self.motifs, self.config = tuple(widths), tuple(motifs), config
        hidden, members = config.filters[0], range(config.members)
        each = [torch.cat([glorot(width, hidden).detach() for width in widths]) for _ in members]
        self.weight = nn.Parameter(torch.cat(each, dim=1))
        self.carried = (
            CarriedFilters(carried, hidden, config.carry, members=config.members)
            if carried
            else None
        )
        self.bias = nn.Parameter(torch.zeros(hidden * config.members))
        sizes = [hidden, *config.dense]
        self.dense = nn.ModuleList(
            [_Linear([nn.Linear(a, b) for _ in members]) for a, b in pairwise(sizes)]
        )
        last = [nn.Linear(sizes[-1], classes) for _ in members]
        for layer in last:
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)
        self.output = _Linear(last)

    def forward(self, view: WideView) -> torch.Tensor:
        """Logits, (members, n, classes)."""
        return self._classify(self._units(view))

    def contributions(self, view: WideView, best: torch.Tensor, motifs: int) -> torch.Tensor:
        """What each motif, the row's own inputs and carried features bring to the logit of class `best`, (n, 1).

        The sum over members, (n, motifs + 2), on the CPU.
        """
        with torch.no_grad():
            units = self._units(view)
        units.requires_grad_()
        (slope,) = torch.autograd.grad(
            self._classify(units).sum(dim=0).gather(1, best).sum(), units
        )
        brought = torch.zeros(len(units), motifs + 2, device=units.device)
        with torch.no_grad():
            for part, weight, motif in self._parts(view.columns):
                brought[:, motif if motif >= 0 else motifs] += ((part @ weight) * slope).sum(dim=1)
            if self.carried is not None and view.carried is not None:
                brought[:, motifs + 1] = (self.carried(view.carried) * slope).sum(dim=1)
        return brought.cpu()

    def _classify(self, units: torch.Tensor) -> torch.Tensor:
        x = self._dropped(torch.relu(units + self.bias))
        x = x.view(len(x), self.config.members, self.config.filters[0]).transpose(0, 1)
        for dense in self.dense:
            x = self._dropped(torch.relu(dense(x)))
        logits: torch.Tensor = self.output(x)
        return logits

    def _dropped(self, x: torch.Tensor) -> torch.Tensor:
        return (
            dropout(x, self.config.dropout, next_seed())
            if self.training and self.config.dropout
            else x
        )

    def _units(self, view: WideView) -> torch.Tensor:
        units = self._summed(view.columns)
        if self.carried is None or view.carried is None:
            return units
        carried: torch.Tensor = self.carried(
            view.carried, self.config.input_dropout if self.training else 0.0
        )
        if self.training and self.config.motif_dropout:
            kept = torch.rand(len(carried), 1, device=carried.device) >= self.config.motif_dropout
            carried = carried * (kept / (1 - self.config.motif_dropout))
        return units + carried

    def _summed(self, columns: torch.Tensor) -> torch.Tensor:
        if self.training:
            columns = block_dropout(
                columns, self.widths, self.config.motif_dropout, self.config.input_dropout
            )
        return columns @ self.weight

    def _parts(self, columns: torch.Tensor) -> list[tuple[torch.Tensor, torch.Tensor, int]]:
        sizes = list(self.widths)
        return list(
            zip(
                torch.split(columns, sizes, dim=1),
                torch.split(self.weight, sizes),
                self.motifs,
                strict=True,
            )
        )


class _Linear(nn.Module):
    """Linear layers of all members at once: (members, n, a) to (members, n, b)."""

    def __init__(self, each: Sequence[nn.Linear]) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.stack([layer.weight.detach().T for layer in each]))
        self.bias = nn.Parameter(torch.stack([layer.bias.detach() for layer in each]).unsqueeze(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The layers' results, (members, n, b)."""
        return torch.baddbmm(self.bias, x, self.weight)


def _shares(brought: torch.Tensor) -> torch.Tensor:
    """Absolute values as shares of their sum, row by row; equal ones where nothing is brought."""
    size = brought.abs()
    total = size.sum(dim=1, keepdim=True)
    return torch.where(
        total > 0, size / total.clamp_min(1e-30), torch.full_like(size, 1.0 / max(size.shape[1], 1))
    )
