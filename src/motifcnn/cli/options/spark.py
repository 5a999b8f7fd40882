"""``--engine spark``: a count that Spark makes from tables on disk."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.datasets.source import is_folder
from motifcnn.readable import readable_size

if TYPE_CHECKING:
    from motifcnn.graph import Graph
    from motifcnn.motif import Motif
    from motifcnn.tensor.spark import SparkTensor


def count_by_spark(
    graph: str,
    motif: Motif,
    master: str | None,
    out: Path | None,
    *,
    induced: bool,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Counts on Spark into a folder and shows what was found; no table is read whole."""
    from motifcnn.tensor.spark import count_on_spark, load_result

    if out is None:
        raise OptionError("--engine spark writes its tensor to disk; name a folder with --out")
    began = time.perf_counter()
    count_on_spark(
        spark_source(graph), motif, master=master, out=out, induced=induced, overwrite=overwrite
    )
    seconds = time.perf_counter() - began
    described = describe_spark_tensor(load_result(out))
    result = {"graph": graph, **described, "seconds": round(seconds, 6), "out": str(out)}
    if as_json:
        show_json(result)
        return
    work = described["counters"]["total"]
    show_line(described["motif"])
    show_line(
        f"{described['instances']:,} instances, "
        f"{described['targets']:,} targets, {seconds:.1f} s, "
        f"{readable_size(work['shuffled_bytes'])} shuffled"
    )
    show_table(
        "roles",
        ("role", "node type", "members", "non-zeros", "sum"),
        (role.values() for role in described["roles"]),
    )
    show_line(f"tensor stored in {out}")


def spark_source(text: str) -> Graph | Path:
    """The folder itself if Spark can read its links, else the graph."""
    from motifcnn.sealed import MANIFEST
    from motifcnn.tensor.spark.tables import LINKS

    folder = Path(text)
    if is_folder(text) and any((folder / name).is_file() for name in (MANIFEST, LINKS)):
        return folder
    return open_graph(text)


def describe_spark_tensor(tensor: SparkTensor) -> dict[str, Any]:
    """Totals of a tensor, from its instances and the footers of its files."""
    import numpy as np

    from motifcnn.cli.show.tensor import exact_sum
    from motifcnn.tensor.spark import SparkRole

    total = exact_sum(tensor.instances)
    return {
        "motif": str(tensor.motif),
        "induced": tensor.induced,
        "instances": total,
        "targets": int(np.count_nonzero(tensor.instances)),
        "roles": [
            {
                "label": role.label,
                "node_type": role.node_type,
                "members": role.members,
                "nonzeros": role.nonzeros,
                "sum": total * role.members,
            }
            for role in tensor.roles
            if isinstance(role, SparkRole)
        ],
        "counters": tensor.counters,
    }
