"""What to train and how: flags, or a TOML file with the same names, in which a flag wins."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from motifcnn.cli.options.errors import OptionError
from motifcnn.graph.schema import suggestion


class TrainingOptions(BaseModel):
    """Options of `train`, `tune` and `evaluate`; each verb uses those that it has a flag for.

    Examples
    --------
    >>> TrainingOptions(graph="debian", seed=3).preset
    'default'
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    graph: str | None = None
    motif: list[str] | None = None
    model: str = "motif-cnn"
    preset: str = "default"
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
        """One pattern or name may stand without brackets."""
        return [value] if isinstance(value, str) else value

    @property
    def motifs(self) -> list[str] | str | None:
        """The motifs as `fit` takes them: patterns, "auto", or None."""
        return "auto" if self.motif == ["auto"] else self.motif

    def graph_for(self, verb: str) -> str:
        """The graph that a verb works on; an error that shows how to name one where neither flag nor file does."""
        if self.graph is None:
            raise OptionError(
                f"no graph: name a dataset or a folder, such as `motifcnn {verb} debian`, or set graph in the file of --config"
            )
        return self.graph

    def for_fit(self) -> dict[str, Any]:
        """Those options that `fit` takes as they are, apart from the split and the seed."""
        names = ("model", "preset", "target", "epochs", "device", "class_weights", "settings")
        return {name: getattr(self, name) for name in names}


def read_options(config: Path | None, flags: dict[str, Any]) -> TrainingOptions:
    """Options of a TOML file, if any, under the flags that were given; None, an empty list or False is a flag that was not.

    Parameters
    ----------
    config : path, optional
    flags : mapping of option name to value
        As the shell gave them. Its names are the keys that the file may have; `settings` of both
        are merged.
    """
    found: dict[str, Any] = {}
    if config is not None:
        found = _read(config, [*flags])
    parsed = {
        name: PARSERS[name](value) if name in PARSERS else value for name, value in flags.items()
    }
    # A list that nobody wrote is empty, a switch that nobody set false.
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
    """Settings written as NAME=VALUE, the value as TOML has it; a bare word is a text.

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
    """A split as a flag writes it: the name of one of the graph's, or three shares such as 0.1,0.1,0.8.

    Examples
    --------
    >>> parse_split("0.2,0.1,0.7"), parse_split("public")
    ([0.2, 0.1, 0.7], 'public')
    """
    if text is None or "," not in text:
        return text
    return parse_fractions(text, "--split")


def parse_fractions(text: str | None, flag: str = "--fractions") -> list[float] | None:
    """Three shares, such as 0.1,0.1,0.8."""
    if text is None:
        return None
    try:
        shares = [float(share) for share in text.split(",")]
    except ValueError:
        shares = []
    if len(shares) != 3:
        raise OptionError(
            f"{flag} {text!r}: expected the shares of train, validation and test, such as 0.1,0.1,0.8"
        )
    return shares


PARSERS: dict[str, Callable[[Any], Any]] = {
    "split": parse_split,
    "fractions": parse_fractions,
    "settings": parse_settings,
}


def _require_together(options: TrainingOptions) -> None:
    if options.motif and "auto" in options.motif and len(options.motif) > 1:
        others = ", ".join(repr(text) for text in options.motif if text != "auto") or "auto"
        raise OptionError(
            f"--motif auto stands alone: it chooses all motifs. Leave it out, or leave out {others}"
        )
    if options.sample is not None and options.batch_size is None:
        raise OptionError(
            f"--sample {options.sample} thins out the neighbourhoods of mini-batches; add --batch-size, such as --batch-size 1024"
        )


def _read(config: Path, known: list[str]) -> dict[str, Any]:
    try:
        found = tomllib.loads(config.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise OptionError(
            f"{config} does not exist; name a TOML file with options of the verb"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{config} is not TOML: {error}") from None
    for name in found:
        if name not in known:
            raise OptionError(f"{config}: unknown option {name!r}{suggestion(name, known)}")
    return found


def _message(entry: Any, config: Path | None, given: dict[str, Any]) -> str:
    name = ".".join(str(part) for part in entry["loc"])
    place = (
        f"--{name.replace('_', '-')}"
        if entry["loc"][0] in given or config is None
        else f"{config}: {name}"
    )
    said = entry["msg"]
    return f"{place} is {entry['input']!r}: {said[:1].lower()}{said[1:]}"
