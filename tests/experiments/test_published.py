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
        for figures in (each for row in rows.values() for each in row.values()):
            assert isinstance(figures, str) or set(figures) <= metrics[column]


def test_some_figures_read_again_in_the_papers() -> None:
    assert PUBLISHED["dblp-p"]["preprint"] == {"seed": {"micro_f1": 74.76, "macro_f1": 64.17}}
    assert PUBLISHED["dblp-p"]["dcnn"] == {"seed": "does not scale"}
    assert PUBLISHED["linkedin-ego3"]["gcn"] == {"seed": {"micro_f1": 71.91, "macro_f1": 57.53}}
    sehgnn = {"micro_f1": 68.21, "macro_f1": 66.63}
    assert PUBLISHED["hgb-imdb"]["SeHGNN"] == {"own paper": sehgnn}
    (citeseer,) = PUBLISHED["citeseer 60 %"]["default, edge + 3-node motifs"].values()
    assert citeseer == {"accuracy": 77.1}


def test_figures_of_two_papers_are_apart() -> None:
    movie = PUBLISHED["movie"]
    later = {method for method, papers in movie.items() if "2019" in papers}
    assert later == {
        "gat",
        "hcc",
        "metapath2vec",
        "metapath2vec-attributes",
        "asonam",
        "asonam, no roles",
        "asonam, no attention",
        "Meta-GNN, no attributes",
    }
    assert list(movie["metapath2vec"].items()) == [
        ("seed", {"micro_f1": 60.00, "macro_f1": 60.00}),
        ("2019", {"micro_f1": 48.61, "macro_f1": 48.58}),
    ]
    assert PUBLISHED["dblp-a"]["metapath2vec"].keys() == {"seed"}
    for column in ("linkedin-ego3", "flickr-groups-8000"):
        assert {paper for row in PUBLISHED[column].values() for paper in row} == {"seed"}


def test_published_rows_are_rows_of_the_tables_of_the_paper() -> None:
    for table in ("table-hetero", "table-social"):
        rows = {row.name for row in experiment(table).rows}
        for column in experiment(table).columns:
            left = PUBLISHED.get(column.name, {}).keys() - rows
            assert left <= {"Meta-GNN, no attributes"}


def test_our_own_default_has_no_published_figure() -> None:
    assert PRESETS[0].name == "default"
    assert not any("default" in rows for rows in PUBLISHED.values())
