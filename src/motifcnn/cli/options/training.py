"""Options of the verbs that train: flags, or a TOML file with the same names. A flag wins."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import is_tables, open_graph, require_labels
from motifcnn.cli.options.model import require_taken
from motifcnn.cli.options.tables import ImportedTables, import_tables
from motifcnn.cli.options.toml_file import read_toml

if TYPE_CHECKING:
    from motifcnn.graph import Graph


class TrainingOptions(BaseModel):
    """Options of `train`, `tune` and `evaluate`; each verb uses those that it has a flag for.

    Examples
    --------
    >>> TrainingOptions(graph="debian", seed=3).model
    'motif-cnn'
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    graph: str = ""
    motif: list[str] | None = None
    model: str = "motif-cnn"
    preset: str | None = None
    target: str | None = None
    split: str | list[float] | None = None
    seed: int = Field(default=0, ge=0)
    epochs: int | None = Field(default=None, ge=1)
    batch_size: int | None = Field(default=None, ge=1)
    sample: int | None = Field(default=None, ge=1)
    device: str = "auto"
    class_weights: str | dict[str, float] | None = None
    out: str | None = None
    checkpoint: str | None = None
    checkpoint_every: int = Field(default=10, ge=1)
    splits: int = Field(default=10, ge=1)
    fractions: list[float] = Field(default=[0.1, 0.1, 0.8], min_length=3, max_length=3)
    stratified: bool = False
    baseline: list[str] = []
    settings: dict[str, Any] = {}

    @field_validator("motif", "baseline", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: Any) -> Any:
        """A file may give one pattern or name without brackets."""
        return [value] if isinstance(value, str) else value

    @property
    def motifs(self) -> list[str] | str | None:
        """The motifs as `fit` takes them: patterns, "auto", "paper", or None."""
        return self.motif[0] if self.motif in (["auto"], ["paper"]) else self.motif

    def for_fit(self) -> dict[str, Any]:
        """The options that `fit`, `tune` and `evaluate` take under the same name."""
        names = (
            "motifs",
            "model",
            "preset",
            "target",
            "epochs",
            "device",
            "class_weights",
            "settings",
        )
        return {name: getattr(self, name) for name in names}


def training_options(call: typer.Context, *, without: tuple[str, ...] = ()) -> TrainingOptions:
    """The options that a verb was called with, those of its file ``--config`` included.

    Parameters
    ----------
    call : typer.Context
        Of the verb; its parameters are the flags.
    without : tuple of str
        Flags of the verb that mean something else than the option of the same name.
    """
    # A context has a flag that may be repeated as a tuple, and a path as a text.
    flags = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in call.params.items()
        if name in TrainingOptions.model_fields and name not in without
    }
    config = call.params["config"]
    options = read_options(None if config is None else Path(config), flags)
    if not options.graph:
        raise OptionError(
            f"no graph: name a dataset or a folder, such as `motifcnn {call.command.name} debian`, "
            "or set graph in the file of --config"
        )
    return options


def labelled_graph(options: TrainingOptions) -> Graph:
    """The graph to train on; an option that the model does not take is an error."""
    require_taken(options)
    graph = open_graph(options.graph)
    require_labels(graph, options.graph, options.target)
    return graph


def labelled_tables(options: TrainingOptions, **decisions: Any) -> ImportedTables | None:
    """The tables to train on, or None where the graph is no folder of tables.

    Parameters
    ----------
    options : TrainingOptions
    decisions
        The flags that `import` has too; they are errors where there are no tables.
    """
    if not is_tables(options.graph):
        for name, value in decisions.items():
            if value:
                raise OptionError(f"--{name} is for tables, and {options.graph!r} is a graph")
        return None
    require_taken(options)
    imported = import_tables(Path(options.graph), **decisions)
    require_labels(imported.graph, options.graph, options.target)
    return imported


def read_options(config: Path | None, flags: dict[str, Any]) -> TrainingOptions:
    """Options of a TOML file, if any, with the flags over them.

    Parameters
    ----------
    config : path, optional
    flags : mapping of option name to value
        From the shell; None, an empty list or False is a flag that was not given. The names are
        the keys that the file may have. `settings` of file and flags are merged.
    """
    found = read_toml(config, flags) if config is not None else {}
    parsed = {
        name: PARSERS[name](value) if name in PARSERS else value for name, value in flags.items()
    }
    given = {
        name: value
        for name, value in parsed.items()
        if value is not None and value != [] and value is not False
    }
    if found.get("settings") and given.get("settings"):
        given["settings"] = {**found["settings"], **given["settings"]}
    try:
        options = TrainingOptions(**found | given)
    except ValidationError as error:
        raise OptionError(
            "\n".join(_message(entry, config, given) for entry in error.errors())
        ) from None
    _require_together(options)
    return options


def parse_settings(texts: list[str] | None) -> dict[str, Any] | None:
    """Settings written as NAME=VALUE; the value is TOML, and a bare word is a text.

    Examples
    --------
    >>> parse_settings(["filters=[64, 32]", "activation=elu"])
    {'filters': [64, 32], 'activation': 'elu'}
    """
    if not texts:
        return None
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"--set {text!r}: expected NAME=VALUE, such as dropout=0.3")
        try:
            settings[name.strip()] = tomllib.loads(f"value = {value}")["value"]
        except (tomllib.TOMLDecodeError, KeyError):
            settings[name.strip()] = value.strip()
    return settings


def parse_split(text: str | None) -> str | list[float] | None:
    """The name of a split of the graph, or three shares.

    Examples
    --------
    >>> parse_split("0.2,0.1,0.7"), parse_split("public")
    ([0.2, 0.1, 0.7], 'public')
    """
    if text is None or "," not in text:
        return text
    return parse_fractions(text, "--split")


def parse_fractions(text: str | None, flag: str = "--fractions") -> list[float] | None:
    """Shares of train, validation and test, such as 0.1,0.1,0.8."""
    if text is None:
        return None
    try:
        shares = [float(share) for share in text.split(",")]
    except ValueError:
        shares = []
    if len(shares) != 3:
        raise OptionError(
            f"{flag} {text!r}: expected the shares of train, validation and test, "
            "such as 0.1,0.1,0.8"
        )
    return shares


PARSERS: dict[str, Callable[[Any], Any]] = {
    "split": parse_split,
    "fractions": parse_fractions,
    "settings": parse_settings,
}


def _require_together(options: TrainingOptions) -> None:
    for word in ("auto", "paper"):
        if options.motif and word in options.motif and len(options.motif) > 1:
            others = ", ".join(repr(text) for text in options.motif if text != word) or word
            raise OptionError(
                f"--motif {word} stands alone: it chooses all motifs. Leave it out, or leave out "
                f"{others}"
            )
    if options.sample is not None and options.batch_size is None:
        raise OptionError(
            f"--sample {options.sample} thins out the neighbourhoods of mini-batches; "
            "add --batch-size, such as --batch-size 1024"
        )


def _message(entry: Any, config: Path | None, given: dict[str, Any]) -> str:
    name = ".".join(str(part) for part in entry["loc"])
    from_flag = config is None or entry["loc"][0] in given
    place = f"--{name.replace('_', '-')}" if from_flag else f"{config}: {name}"
    message = entry["msg"]
    return f"{place} is {entry['input']!r}: {message[:1].lower()}{message[1:]}"
