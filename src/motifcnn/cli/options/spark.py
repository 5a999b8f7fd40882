"""``--engine spark``: counts and imports that Spark makes from tables on disk."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
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


def import_by_spark(
    folder: Path,
    out: Path | None,
    master: str | None,
    *,
    unknown: str | None,
    yes: bool,
    decide: Sequence[str],
    as_json: bool,
) -> None:
    """Imports tables with Spark and shows what was found; without a mapping, heads give one."""
    from motifcnn.tensor.spark.import_tables import import_on_spark

    if out is None:
        raise OptionError("--engine spark writes links to disk; name a folder with --out")
    file = _mapping_file(folder, yes, decide)
    began = time.perf_counter()
    found = import_on_spark(folder, out, file, unknown=unknown, master=master)
    result = asdict(found) | {"folder": str(found.folder), "mapping_file": str(file)}
    if as_json:
        show_json(result | {"seconds": round(time.perf_counter() - began, 6)})
        return
    columns = ("table", "file", "rows", "malformed", "empty", "repeated")
    show_table("tables", columns, ([t[name] for name in columns] for t in found.tables))
    show_table("nodes", ("type", "nodes"), found.counts.items())
    show_table("links", ("relation", "links"), found.links.items())
    for keys in found.unknown:
        if keys.with_table:
            show_line(
                f"{keys.table}.{keys.column}: {keys.rows:,} rows with {keys.keys:,} keys that no "
                f"row of type {keys.node_type} has, such as {', '.join(keys.examples)}"
            )
    show_line(f"how the tables were read stands in {file}; inputs and labels stay in the tables")
    show_line(f"links stored in {out}; next: motifcnn count {out} MOTIF --engine spark --out ...")


def _mapping_file(folder: Path, yes: bool, decide: Sequence[str]) -> Path:
    """The mapping of a folder; without one, it is found from the heads of tables, and written."""
    from motifcnn.cli.options.tables import decided
    from motifcnn.graph.tables.files import MAPPING_FILE
    from motifcnn.graph.tables.toml import write_mapping
    from motifcnn.tensor.spark.heads import write_heads

    file = folder / MAPPING_FILE
    if file.is_file():
        if decide:
            raise OptionError(
                f"--decide: {file} says how to read these tables; edit it or delete it"
            )
        return file
    with tempfile.TemporaryDirectory(prefix="motifcnn-") as place:
        heads = write_heads(folder, Path(place, folder.resolve().name))
        plan = decided(heads, None, decide, yes)
        write_mapping(plan.mapping, file, plan.reasons)
    return file


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
