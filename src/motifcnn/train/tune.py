"""Tuning: settings that validation prefers, within a stated number of fits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import suggestion
from motifcnn.methods import NotApplicable, get_method
from motifcnn.methods.epoch import Callback
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.train.fit import fit
from motifcnn.train.run.run import Run
from motifcnn.train.split import resolve_split

if TYPE_CHECKING:
    import pandas as pd

Space = Mapping[str, tuple[Any, ...]]
_REPEATS = 20  # proposals in a row that were tried before: the sampler is done with the space


class TuningError(MotifCNNError, ImportError):
    """Tuning needs a package that is not installed."""


@dataclass(frozen=True)
class Trial:
    """One fit of a search.

    Parameters
    ----------
    settings : mapping
        The tuned settings by name.
    micro_f1, macro_f1 : float or None
        On validation; None where the fit failed.
    seconds : float
    reason : str
        Why it failed; empty where it did not.
    """

    settings: Mapping[str, Any]
    micro_f1: float | None
    macro_f1: float | None
    seconds: float
    reason: str = ""

    @property
    def value(self) -> float:
        """What the search maximises: mean of Micro- and Macro-F1 on validation; -1 if it failed."""
        if self.micro_f1 is None or self.macro_f1 is None:
            return -1.0
        return (self.micro_f1 + self.macro_f1) / 2

    def to_json(self) -> dict[str, Any]:
        """The trial as JSON holds it: `Trial(**document)` is the trial again."""
        return asdict(self) | {"settings": _as_json(self.settings)}


@dataclass(frozen=True, eq=False)
class Tuned:
    """What `tune` returns.

    Parameters
    ----------
    settings : mapping
        The settings that won, by name: give them to `fit`.
    run : Run
        The fit with those settings.
    trials : tuple of Trial
        In the order in which they were fitted; the first has the method's own settings.
    """

    settings: Mapping[str, Any]
    run: Run
    trials: tuple[Trial, ...]

    def table(self) -> pd.DataFrame:
        """One row per trial: the settings, micro_f1, macro_f1 (on validation), seconds, reason."""
        import pandas as pd

        rows = [dict(trial.settings) | asdict(trial) for trial in self.trials]
        return pd.DataFrame(rows).drop(columns="settings")


def tune(
    graph: Graph,
    motifs: Sequence[Motif | str] | None = None,
    *,
    model: str = "motif-cnn",
    preset: str | None = None,
    split: Split | str | Sequence[float] | None = None,
    trials: int = 20,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    space: Space | None = None,
    known: Sequence[Trial] = (),
    on_trial: Callable[[Trial], None] | None = None,
    callbacks: Sequence[Callback] = (),
    **options: Any,
) -> Tuned:
    """Fits a model with several settings on one split and keeps what validation prefers.

    The first trial has the method's own settings, so the result is never worse on validation than
    the recipe. Test labels decide nothing. Settings are proposed by Optuna's tree-structured Parzen
    estimator; none is fitted twice.

    Parameters
    ----------
    graph, motifs, model, preset, split, seed, callbacks
        As in `fit`; `options` too are those of `fit`.
    trials : int
        Fits in all; fewer where the space has fewer settings.
    settings : mapping, optional
        Settings to change about the method's own, before tuning; those are not tuned.
    space : mapping of setting to tuple of values, optional
        None: that of the method.
    known : sequence of Trial
        Trials of an earlier call with the same arguments, so that it goes on where it was.
    on_trial : callable, optional
        Is given each trial when it is done.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> space = {"learning_rate": (0.01, 0.1)}
    >>> tuned = tune(graph, model="logistic", trials=2, epochs=5, space=space)
    >>> len(tuned.trials), sorted(tuned.settings)
    (2, ['learning_rate'])
    """
    if trials < 1:
        raise ConfigError(f"trials must be at least 1, got {trials}")
    if options.get("checkpoint") is not None:
        raise ConfigError(
            "checkpoint: a checkpoint belongs to one fit, and tuning makes several; give `known` "
            "to go on with trials"
        )
    given = dict(settings or {})
    method = get_method(model)
    config = method.configured(preset, given)
    if space is None:
        space = method.space(preset, motifs_named=motifs is not None)
    choices = _choices(space, config, given)
    most = min(trials, prod(len(values) for values in choices.values()))
    study = _study(seed) if most > 1 else None
    split = resolve_split(graph, options.get("target") or graph.target_type, split, seed)
    options |= {"model": model, "preset": preset, "split": split, "seed": seed}

    def run_with(chosen: Mapping[str, Any]) -> Run:
        return fit(graph, motifs, settings=given | dict(chosen), callbacks=callbacks, **options)

    before = {_key(trial.settings): trial for trial in known}
    done: dict[str, Trial] = {}
    best: tuple[Trial, Run | None] | None = None
    failed: MotifCNNError | None = None
    for chosen in islice(_proposals(choices, study, done), most):
        run, began = None, time.perf_counter()
        trial = before.get(_key(chosen))
        if trial is None:
            f1: tuple[float | None, float | None] = None, None
            reason = ""
            try:
                run = run_with(chosen)
                f1 = run.validation.micro_f1, run.validation.macro_f1
            except NotApplicable:
                raise
            except MotifCNNError as error:
                failed, reason = failed or error, f"{type(error).__name__}: {error}"
            trial = Trial(chosen, *f1, time.perf_counter() - began, reason)
        done[_key(chosen)] = trial
        if on_trial is not None:
            on_trial(trial)
        if best is None or trial.value > best[0].value:
            best = trial, run
    if best is None or best[0].micro_f1 is None:
        raise failed or ConfigError(f"trials: none of {len(done)} gave a score on validation")
    winner, found = best
    return Tuned(
        given | dict(winner.settings), found or run_with(winner.settings), tuple(done.values())
    )


def _proposals(
    choices: Space, study: Any | None, done: Mapping[str, Trial]
) -> Iterator[dict[str, Any]]:
    """Settings to try: the first of each choice, then what the study asks for, none twice.

    Whoever takes them puts each trial into `done` before asking for the next.
    """
    yield {name: values[0] for name, values in choices.items()}
    if study is None:
        return
    study.enqueue_trial(dict.fromkeys(choices, 0))  # so that it learns of the first one as well
    repeats = 0
    while repeats < _REPEATS:
        asked = study.ask()
        # Numbers of choices, as Optuna takes only plain values.
        chosen = {
            name: values[asked.suggest_categorical(name, range(len(values)))]
            for name, values in choices.items()
        }
        repeats += 1
        if _key(chosen) not in done:
            repeats = 0
            yield chosen
        study.tell(asked, done[_key(chosen)].value)


def _choices(
    space: Space, config: Settings, given: Mapping[str, Any]
) -> dict[str, tuple[Any, ...]]:
    """Per tuned setting its values, the method's own first; what is given is not tuned."""
    choices = {}
    known = type(config).model_fields
    for name, values in space.items():
        if name not in known:
            raise ConfigError(f"space: no setting {name!r}{suggestion(name, known)}")
        if name not in given:
            own = getattr(config, name)
            each = [tuple(v) if isinstance(v, list) else v for v in values]  # as JSON has them
            choices[name] = tuple(dict.fromkeys([own, *each]))
    return choices


def _as_json(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, tuple) else v for name, v in settings.items()}


def _key(settings: Mapping[str, Any]) -> str:
    return repr(sorted(_as_json(settings).items()))


def _study(seed: int) -> Any:
    """An Optuna study that proposes settings; asked for before any fit, as it may be missing."""
    try:
        import optuna
    except ModuleNotFoundError as error:
        raise TuningError(
            "tuning needs Optuna, which is not installed: pip install 'motifcnn[tune]'; or train "
            "with the recipe's own settings"
        ) from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed)
    return optuna.create_study(direction="maximize", sampler=sampler)
