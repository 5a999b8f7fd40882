"""Plans and tensors in notebooks."""

from __future__ import annotations

from motifcnn.tensor import count, plan
from tests.notebook import shown, tables, tags, title
from tests.small_graphs import MOTIFS, bibliography


def test_a_plan_shows_its_engine_and_bounds() -> None:
    found = plan(bibliography(), MOTIFS[1], memory_limit=10**9)
    (rows,) = tables(shown(found))
    values = dict(rows)
    assert values["engine"] == found.engine
    assert values["non-zeros, at most"] == f"{sum(found.nonzeros):,}"
    assert (values["memory limit"], values["fits"]) == ("1.0 GB", "yes")
    assert repr(found).startswith(f"Plan({found.engine}: at most ")
    assert len(repr(found)) < 150


def test_a_tensor_shows_its_motif_and_roles() -> None:
    tensor = count(bibliography(), MOTIFS[1])
    tree = shown(tensor)
    values, roles = tables(tree)
    assert title(tree) == f"MotifTensor {MOTIFS[1]}"
    assert "svg" in tags(tree)
    assert dict(values)["instances"] == f"{tensor.total:,}"
    assert dict(values)["targets with instances"] == str((tensor.instances > 0).sum())
    assert roles[1:] == [[r.label, r.node_type, "1", f"{r.matrix.nnz:,}"] for r in tensor.roles]
