"""`motifcnn import`: a graph from a folder of tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.spark import import_by_spark
from motifcnn.cli.show.screen import show_json, show_line

ENGINES = ("here", "spark")
EXAMPLES = """Examples:

motifcnn import shop --label customers.segment

motifcnn import shop --label customers.segment --yes --unknown drop --out shop.graph

motifcnn import shop --decide customers.key=email

motifcnn import shop --engine spark --master spark://host:7077 --unknown drop --out links"""


def import_(
    folder: Annotated[Path, typer.Argument(help="Folder with CSV, Parquet or Excel tables.")],
    label: flags.LabelColumn = None,
    unknown: flags.UnknownKeys = None,
    yes: flags.Yes = False,
    decide: flags.Decide = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder to store the graph in; replaces a graph that is there."),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            help="here, or spark for tables past memory: links and ids alone, for count "
            "--engine spark."
        ),
    ] = "here",
    master: Annotated[
        str | None,
        typer.Option(
            help="Spark's master for --engine spark, such as spark://host:7077.",
            show_default="local[*]",
        ),
    ] = None,
    json: flags.Json = False,
) -> None:
    """Finds nodes, links, labels and inputs in tables, and writes how to motifcnn.toml."""
    from motifcnn.cli.options.tables import import_tables
    from motifcnn.cli.show.tables import describe_import, show_import
    from motifcnn.graph import write_graph

    if engine not in ENGINES:
        raise OptionError(f"--engine {engine!r}: expected {' or '.join(ENGINES)}")
    if engine == "spark":
        if label is not None:
            raise OptionError("--label is not for --engine spark, which reads ids alone")
        import_by_spark(
            folder, out, master, unknown=unknown, yes=yes, decide=tuple(decide or ()), as_json=json
        )
        return
    if master is not None:
        raise OptionError("--master is Spark's; add --engine spark, or leave it out")
    if out is not None:
        _check_out(out, folder)
    imported = import_tables(
        folder, label=label, unknown=unknown, yes=yes, decide=tuple(decide or ())
    )
    if out is not None:
        write_graph(imported.graph, out, overwrite=True)
    described = describe_import(imported) | {"out": None if out is None else str(out)}
    if json:
        show_json(described)
        return
    show_import(described)
    if imported.mapping_file is not None:
        show_line(f"how the tables were read stands in {imported.mapping_file}; edit it to change")
    if out is not None:
        show_line(f"graph stored in {out}; next: motifcnn train {out}")


def _check_out(out: Path, folder: Path) -> None:
    """Refuses, before any work, a folder that the graph could not replace."""
    if out.exists() and not out.is_dir():
        raise OptionError(f"--out {str(out)!r} is a file; name a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / "graph.json").is_file():
        raise OptionError(f"--out {str(out)!r} exists and is not a graph; name another folder")
    if out.resolve() == folder.resolve():
        raise OptionError(f"--out {str(out)!r} is the folder of the tables; name another one")
