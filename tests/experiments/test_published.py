from __future__ import annotations

from motifcnn.experiments.definitions import NAMES, experiment
from motifcnn.experiments.published import NOTES, PUBLISHED
from motifcnn.experiments.rows import PRESETS


def test_figures_belong_to_columns_and_metrics_of_some_table() -> None:
    metrics: dict[str, set[str]] = {}
    for name in NAMES:
        for column in experiment(name).columns:
            metrics.setdefault(column.name, set()).update(experiment(name).metrics)
    assert PUBLISHED.keys() <= metrics.keys()
    assert NOTES.keys() <= metrics.keys()
    for column, rows in PUBLISHED.items():
        for figures in rows.values():
            assert isinstance(figures, str) or set(figures) <= metrics[column]


def test_some_figures_read_again_in_the_papers() -> None:
    assert PUBLISHED["dblp-p"]["preprint"] == {"micro_f1": 74.76, "macro_f1": 64.17}
    assert PUBLISHED["dblp-p"]["dcnn"] == "does not scale"
    assert PUBLISHED["linkedin-ego3"]["gcn"] == {"micro_f1": 71.91, "macro_f1": 57.53}
    assert PUBLISHED["hgb-imdb"]["SeHGNN"] == {"micro_f1": 68.21, "macro_f1": 66.63}
    assert PUBLISHED["citeseer 60 %"]["default, edge + 3-node motifs"] == {"accuracy": 77.1}


def test_our_own_default_has_no_published_figure() -> None:
    assert PRESETS[0].name == "default"
    assert not any("default" in rows for rows in PUBLISHED.values())
