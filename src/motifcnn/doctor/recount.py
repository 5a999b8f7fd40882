"""A stored tensor against its graph: instances of a sample of targets, listed one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from motifcnn.doctor.finding import Finding
from motifcnn.readable import plural

if TYPE_CHECKING:
    from motifcnn.graph import Graph
    from motifcnn.tensor import MotifTensor

MOST_INSTANCES = 5_000
"""Targets with more are left out: their instances are not listed in a moment."""


def recount(
    folder: Path, tensor: MotifTensor, graph: Graph, sample: int, seed: int = 0
) -> Iterator[Finding | str]:
    """Lists the instances of some targets and compares them with the tensor, role by role.

    The instances are listed by `images`, which shares no code with the counting engines.

    Parameters
    ----------
    folder : path
        For the message.
    tensor : MotifTensor
    graph : Graph
    sample : int
        How many targets.
    seed : int
        Decides which.
    """
    from motifcnn.tensor.pattern.images import images
    from motifcnn.tensor.pattern.problem import make_problem

    motif = tensor.motif
    problem = make_problem(graph, motif, induced=tensor.induced)
    others = [i for i in range(len(motif.nodes)) if i != motif.target]
    place = {node: position for position, node in enumerate([motif.target, *others])}
    possible = np.flatnonzero(tensor.instances <= MOST_INSTANCES)
    chosen = np.random.default_rng(seed).permutation(possible)[:sample]
    for row in chosen.tolist():
        stored = int(tensor.instances[row])
        found = images(problem, row, limit=stored + 1)
        wrong = "" if len(found) == stored else "the instances"
        for role, rule in zip(tensor.roles, motif.roles, strict=True):
            nodes = found[:, [place[member] for member in rule.members]].ravel()
            counts = np.bincount(nodes, minlength=role.matrix.shape[1])
            if not wrong and (role.matrix[[row]].toarray()[0] != counts).any():
                wrong = f"role {role.label}"
        if wrong:
            node = graph.ids[motif.target_type][row]
            text = f"{wrong} of target {node} are not those of the graph"
            yield Finding(str(folder), text, "count the tensor again")
            return
    left_out = len(tensor.instances) - len(possible)
    yield f"counted {plural(len(chosen), 'target')} again, role by role" + (
        f"; {plural(left_out, 'target')} with over {MOST_INSTANCES:,} instances left out"
        if left_out
        else ""
    )
