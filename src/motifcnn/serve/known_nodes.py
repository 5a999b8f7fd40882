"""Predictions of known nodes: looked up in what the run has stored, without its graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from motifcnn.methods.scores import decide
from motifcnn.readable import shown
from motifcnn.serve.problems import RequestError
from motifcnn.train.run.run import Run

DIGITS = 6  # of a probability: float32 has no more


class KnownNodes:
    """Classes and probabilities of the nodes of a run, by id or name.

    Everything that a request needs is prepared once: rows by id and by name, predicted classes.

    Parameters
    ----------
    run : Run

    Examples
    --------
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), model="majority")
    >>> nodes = KnownNodes(run)
    >>> (found,) = nodes.predictions(["gimp"])
    >>> found["predicted"], round(sum(found["probabilities"].values()), 3)
    (['net'], 1.0)
    """

    def __init__(self, run: Run) -> None:
        self.target = run.target
        self.classes = run.classes
        self.ids: list[Any] = run.ids.tolist()
        self.names = [""] * len(self.ids) if run.names is None else list(map(str, run.names))
        self.probabilities = run.probabilities
        decided = decide(run.probabilities, run.multi_label, run.threshold)
        self.decided = [
            np.flatnonzero(row).tolist() if run.multi_label else [int(row)] for row in decided
        ]
        self._row_of_id = {str(value): row for row, value in enumerate(self.ids)}
        self._rows_of_name: dict[str, list[int]] = {}
        for row, name in enumerate(self.names):
            if name:
                self._rows_of_name.setdefault(name, []).append(row)

    def row(self, node: int | str) -> int:
        """Row of the node with that id or, if there is none, with that name.

        Raises
        ------
        RequestError
            404 where no node has it, 409 where several nodes have the name.
        """
        text = str(node)
        row = self._row_of_id.get(text)
        if row is not None:
            return row
        rows = self._rows_of_name.get(text, [])
        if len(rows) == 1:
            return rows[0]
        if rows:
            some = ", ".join(str(self.ids[row]) for row in rows[:5])
            raise RequestError(
                409,
                f"{len(rows)} nodes of type {self.target} are named {shown(text)}: "
                f"give an id instead ({some})",
            )
        some = ", ".join(map(str, self.ids[:3]))
        raise RequestError(
            404,
            f"no node of type {self.target} has the id or the name {shown(text)}; "
            f"ids are such as {some}",
        )

    def predictions(self, nodes: Sequence[int | str]) -> list[dict[str, Any]]:
        """A dictionary per node: node (id), name, predicted classes, probability of each class."""
        return [self._prediction(self.row(node)) for node in nodes]

    def _prediction(self, row: int) -> dict[str, Any]:
        chances = (round(value, DIGITS) for value in self.probabilities[row].tolist())
        return {
            "node": self.ids[row],
            "name": self.names[row],
            "predicted": [self.classes[c] for c in self.decided[row]],
            "probabilities": dict(zip(self.classes, chances, strict=True)),
        }
