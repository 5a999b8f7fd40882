"""The API reference: a page per public name, and an index of them with what each is for."""

from __future__ import annotations

import importlib
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

PUBLIC = {
    "Graphs": ["Graph", "Schema", "Relation", "Labels", "Split"],
    "Reading and writing": [
        "read_tables",
        "read_graph",
        "write_graph",
        "load_dataset",
        "from_pyg",
        "to_pyg",
        "from_networkx",
        "to_networkx",
        "graph.from_pandas",
        "graph.to_pandas",
        "graph.from_scipy",
        "graph.to_scipy",
        "graph.encode.fit_encoder",
        "graph.encode.TableEncoder",
        "datasets.register",
        "datasets.Source",
        "datasets.DatasetInfo",
    ],
    "Motifs": ["Motif", "motif.Role", "catalogue", "motif.check", "motif.words.in_words"],
    "Counting": [
        "plan",
        "count",
        "instances",
        "operator",
        "expression",
        "tensor.expression.Expression",
        "graph.rewire.rewire",
        "tensor.Plan",
        "tensor.MotifTensor",
        "tensor.RoleMatrix",
        "tensor.SampledTensor",
        "tensor.Instances",
        "tensor.save_tensor",
        "tensor.load_tensor",
        "tensor.plan_operator",
        "tensor.engines.Engine",
    ],
    "Training": [
        "fit",
        "load_run",
        "train.Run",
        "train.Scores",
        "train.Epoch",
        "train.random_split",
        "train.choose_motifs",
        "train.choose_motifs_auto",
        "train.tune",
        "train.ProgressBar",
        "train.TensorBoard",
    ],
    "Evaluating and explaining": [
        "evaluate.evaluate",
        "evaluate.compare",
        "evaluate.judge",
        "evaluate.intervals",
        "explain",
        "explain.Explanation",
        "explain.mean_attention",
        "explain.motif_importance",
        "write_report",
        "features",
        "sklearn.MotifClassifier",
    ],
    "Layers": [
        "nn.MotifConv",
        "nn.SharedMotifConvs",
        "nn.MotifAttention",
        "nn.MotifLayer",
        "nn.MotifCNN",
        "nn.WideMotif",
        "nn.SparseMatrix",
        "nn.OneHot",
    ],
    "Methods and experiments": [
        "methods.Method",
        "methods.Classifier",
        "methods.Problem",
        "methods.register_method",
        "methods.get_method",
        "experiments.Experiment",
        "experiments.Row",
        "experiments.Column",
        "experiments.reproduce",
    ],
    "Errors": ["errors"],
}
INDEX = """# Reference

`import motifcnn as mc` has the names without a dot; the others are in the package before the dot,
such as `motifcnn.nn`. Each page says what a name computes, with shapes, errors and an example that
runs. The [command line](command-line.md) has a page of its own.
"""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Puts the pages into the navigation, in groups, before the page of the command line."""
    reference = next(entry["Reference"] for entry in config.nav if "Reference" in entry)
    groups = [{title: [{name: place(name)} for name in names]} for title, names in PUBLIC.items()]
    reference[1:1] = groups
    return config


def on_files(files: Files, /, *, config: MkDocsConfig) -> Files:
    """Adds the pages."""
    index = [INDEX]
    for title, names in PUBLIC.items():
        rows = [f"| [`{name}`]({name}.md) | {summary(name)} |" for name in names]
        index.append("\n".join([f"## {title}\n", "| name | what it does |", "|---|---|", *rows]))
        for name in names:
            files.append(File.generated(config, place(name), content=f"::: motifcnn.{name}\n"))
    files.append(File.generated(config, "reference/index.md", content="\n\n".join(index) + "\n"))
    return files


def place(name: str) -> str:
    """Where the page of a name is."""
    return f"reference/{name}.md"


def summary(name: str) -> str:
    """The first sentence of the docstring of a public name, as a cell of a table."""
    return (
        (value_of(name).__doc__ or "").partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
    )


def value_of(name: str) -> Any:
    """What a name of the package stands for: an attribute, or else a module."""
    package, _, last = f"motifcnn.{name}".rpartition(".")
    found = getattr(importlib.import_module(package), last, None)
    return importlib.import_module(f"{package}.{last}") if found is None else found
