"""What the base of all methods and classifiers gives to its children."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from motifcnn.methods import Classifier, Method, NotApplicable, Problem, method
from motifcnn.nn.settings import ConfigError, Share, TrainSettings
from tests.small_graphs import bibliography

CPU = torch.device("cpu")


class Own(TrainSettings):
    dropout: Share = 0.5


class Line(Method):
    """A linear model with a setting that is its nature."""

    name = "line"
    settings = Own(epochs=7)
    presets = {"long": Own(epochs=70), "dropped": Own(dropout=0.9)}  # noqa: RUF012
    fixed = {"optimiser": "sgd"}  # noqa: RUF012
    search_space = {"dropout": (0.1, 0.2)}  # noqa: RUF012


class Rows(Classifier):
    """Logits that say which row they are of."""

    def __init__(self) -> None:
        self.module = nn.Identity()
        self.viewed: list[int] = []

    def view(self, rows: Any, device: torch.device) -> torch.Tensor:
        self.viewed.append(len(rows))
        return torch.as_tensor(rows, dtype=torch.float32)[:, None]


def test_presets_are_found_by_name_and_none_is_the_methods_own() -> None:
    line = Line()
    assert line.preset(None).epochs == line.preset("default").epochs == 7
    assert line.preset("long").epochs == 70
    with pytest.raises(ConfigError, match=r"line has no preset 'lng'; did you mean \"long\"\?"):
        line.preset("lng")


def test_what_makes_a_method_holds_in_every_preset_and_cannot_be_changed() -> None:
    line = Line()
    for preset in (None, "default", "long", "dropped"):
        assert line.preset(preset).optimiser == "sgd"
    with pytest.raises(ConfigError, match=r"^line: optimiser is 'sgd' by definition"):
        line.configured("long", {"optimiser": "adam"})
    assert line.configured("long", {"optimiser": "sgd", "dropout": 0.1}).dropout == 0.1


def test_an_error_in_a_setting_names_the_method_and_the_setting() -> None:
    with pytest.raises(ConfigError, match=r"^line: no setting 'dropot'; did you mean \"dropout\""):
        Line().configured(None, {"dropot": 0.1})
    with pytest.raises(ConfigError, match=r"^line: dropout: .*less than 1; got 2"):
        Line().configured(None, {"dropout": 2})


def test_a_method_says_by_default_that_it_has_no_motifs_and_what_tuning_may_change() -> None:
    line = Line()
    assert line.default_motifs(bibliography(), "paper", line.settings) == ()
    space = line.space(None, motifs_named=False)
    assert space == Line.search_space
    space.clear()
    assert Line.search_space  # the caller has a copy
    assert (line.uses_motifs, line.transductive, line.multi_label, line.batches) == (
        False,
        False,
        True,
        True,
    )


def test_a_problem_knows_the_number_of_its_targets() -> None:
    assert Problem(bibliography(), "author", (), 3, Line.settings).rows == 60


def test_predictions_in_parts_are_those_of_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "ROWS_AT_ONCE", 4)
    rows, classifier = np.array([3, 1, 2, 9, 9, 0, 5, 8, 4]), Rows()
    assert classifier.logits(rows, CPU).ravel().tolist() == rows.tolist()
    assert classifier.viewed == [4, 4, 1]
    assert Rows().logits(rows[:0], CPU).shape == (0, 1)


def test_a_view_that_is_a_tuple_is_spread_over_the_module() -> None:
    classifier = Rows()
    classifier.module = nn.Bilinear(1, 1, 2)
    x = torch.ones(3, 1)
    torch.testing.assert_close(classifier((x, x)), classifier.module(x, x))


def test_a_batch_is_a_view_and_there_is_nothing_to_sample() -> None:
    generator = np.random.default_rng(0)
    assert Rows().batch(np.array([2]), CPU, None, generator).tolist() == [[2.0]]
    with pytest.raises(ConfigError, match="sample=3: this method has no neighbourhoods to sample"):
        Rows().batch(np.array([2]), CPU, 3, generator)


def test_what_a_classifier_does_not_have_is_an_error() -> None:
    for asked in ("attention", "contributions"):
        with pytest.raises(NotApplicable, match="this method has no"):
            getattr(Rows(), asked)(np.arange(3))
    assert Rows().fit(None, ()) is None  # type: ignore[arg-type]
