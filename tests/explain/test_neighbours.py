from __future__ import annotations

import numpy as np
import pytest

from motifcnn.explain.neighbours import instance_count, motif_roles, neighbours
from motifcnn.tensor import count
from motifcnn.train import Run


def test_counts_of_one_node_are_a_row_of_the_tensor(run: Run) -> None:
    for motif in run.motifs:
        tensor, roles = count(run.graph, motif), motif_roles(run, run.graph, motif)
        assert [instance_count(roles, row) for row in range(80)] == tensor.instances.tolist()
        row = int(tensor.instances.argmax())
        found = neighbours(run.graph, roles, row, limit=1000)
        for role in tensor.roles:
            counts = role.matrix[[row]].toarray()[0]
            own = {n.node: n.instances for n in found if n.role == role.label}
            assert own == {int(j): int(counts[j]) for j in np.flatnonzero(counts)}


def test_most_instances_come_first_and_the_limit_is_per_role(run: Run) -> None:
    motif = next(motif for motif in run.motifs if len(motif.roles) > 1)
    roles = motif_roles(run, run.graph, motif)
    row = int(count(run.graph, motif).instances.argmax())
    every, first = (neighbours(run.graph, roles, row, limit=limit) for limit in (1000, 1))
    for role in roles:
        own = [n for n in every if n.role == role.label]
        assert [n.instances for n in own] == sorted((n.instances for n in own), reverse=True)
        assert [n for n in first if n.role == role.label] == own[:1]
        assert own[0].share == pytest.approx(own[0].instances / instance_count(roles, row))
