"""The page of the command line: each verb with its arguments, options and examples."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer.main import get_command

PLACE = "reference/command-line.md"
HEAD = """# Command line

`motifcnn VERB --help` prints the same. Every verb takes `--json` for output that programs read;
results go to stdout, progress and errors to stderr. The exit code is 0, 2 after an error that you
can act on, and 130 after Ctrl-C.
"""


def on_files(files: Files, /, *, config: MkDocsConfig) -> Files:
    """Adds the page."""
    from motifcnn.cli.app import app

    verbs = get_command(app).commands  # type: ignore[attr-defined]
    parts = [HEAD, *(section(name, verb) for name, verb in sorted(verbs.items()))]
    files.append(File.generated(config, PLACE, content="\n".join(parts)))
    return files


def section(name: str, verb: Any) -> str:
    """What a verb does, a table of its arguments and options, and its examples."""
    rows = [
        f"| {spelled(option)} | {cell(option.help or '')}{default(option)} |"
        for option in verb.params
        if option.name != "help"
    ]
    examples = [line for line in verb.epilog.splitlines() if line.startswith(("motifcnn", "torch"))]
    table = "\n".join(["| argument or option | what it is |", "|---|---|", *rows])
    return f"## {name}\n\n{verb.help}\n\n{table}\n\n```text\n" + "\n".join(examples) + "\n```\n"


def spelled(option: Any) -> str:
    """The name of an argument, or the flags of an option."""
    if option.param_type_name == "argument":
        return f"`{option.name.upper()}`"
    return ", ".join(f"`{flag}`" for flag in [*option.opts, *option.secondary_opts])


def default(option: Any) -> str:
    """Its default in words, where the verb says it."""
    if isinstance(option.show_default, str):
        return f" Default: {cell(option.show_default)}."
    return ""


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
