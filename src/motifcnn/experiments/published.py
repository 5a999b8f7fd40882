"""Published figures, in per cent, each with the paper that it stands in."""

from __future__ import annotations

Figures = dict[str, float]
Published = dict[str, Figures | str]
"""By paper, the one to compare with first: figures by metric, or why there are none."""

SEED, LATER = "seed", "2019"
"""Preprint 1711.05697, Motif-CNN; and its published form, Meta-GNN (ASONAM 2019)."""


def _f1(micro: float, macro: float) -> Figures:
    return {"micro_f1": micro, "macro_f1": macro}


# Mean of ten random splits, 10/10/80 on DBLP and Movie, 20/10/70 on LinkedIn and Flickr. A text
# says why there is no figure. Columns: DBLP-A, DBLP-P, Movie.
_Three = tuple[Figures | str, Figures | str, Figures | str]
_HETERO_SEED: dict[str, _Three] = {
    "dcnn": (_f1(69.68, 69.20), "does not scale", _f1(49.91, 46.72)),
    "gcn": (_f1(81.34, 81.29), _f1(71.30, 53.14), _f1(55.67, 53.85)),
    "graph-cnn": (_f1(72.89, 73.04), _f1(65.58, 52.85), _f1(52.07, 49.53)),
    "lp-metapath": (_f1(82.77, 82.86), _f1(62.15, 52.41), "not applicable"),
    "lp-metagraph": (_f1(83.03, 83.11), _f1(62.97, 57.08), "not applicable"),
    "cln": (_f1(80.99, 80.94), _f1(66.71, 52.19), _f1(57.11, 47.71)),
    "metapath2vec": (_f1(83.37, 83.43), _f1(70.10, 61.89), _f1(60.00, 60.00)),
    "preprint, Motif-CNN-A": (_f1(86.44, 86.49), _f1(71.19, 57.05), _f1(62.41, 60.64)),
    "preprint": (_f1(86.71, 86.78), _f1(74.76, 64.17), _f1(62.61, 61.19)),
}
_HETERO_LATER: dict[str, _Three] = {
    "gat": (_f1(82.96, 81.27), _f1(71.98, 60.65), _f1(58.62, 58.06)),
    "hcc": (_f1(61.62, 59.75), _f1(61.56, 58.12), _f1(53.38, 26.25)),
    "metapath2vec": ("", "", _f1(48.61, 48.58)),
    "metapath2vec-attributes": (_f1(83.37, 83.43), _f1(71.22, 64.53), _f1(60.00, 60.00)),
    "asonam": (_f1(89.12, 87.38), _f1(74.58, 66.76), _f1(64.72, 62.34)),
    "Meta-GNN, no attributes": (_f1(86.24, 83.93), _f1(66.39, 58.51), _f1(55.11, 51.28)),
    "asonam, no roles": (_f1(87.81, 85.75), _f1(72.41, 64.49), _f1(62.09, 60.42)),
    "asonam, no attention": (_f1(86.44, 86.49), _f1(73.86, 65.61), _f1(62.41, 60.64)),
}
_SOCIAL: dict[str, tuple[Figures, Figures]] = {
    "dcnn": (_f1(46.39, 46.96), _f1(70.27, 54.81)),
    "gcn": (_f1(41.71, 42.24), _f1(71.91, 57.53)),
    "graph-cnn": (_f1(40.61, 41.86), _f1(70.02, 53.57)),
    # The paper does not say which of the two variants it ran.
    "planetoid-t": (_f1(31.53, 31.39), _f1(62.49, 43.63)),
    "planetoid-i": (_f1(31.53, 31.39), _f1(62.49, 43.63)),
    "ica": (_f1(28.53, 22.45), _f1(63.39, 47.55)),
    "preprint, triangle": (_f1(47.05, 47.45), _f1(72.13, 58.75)),
    "preprint, Motif-CNN-A, triangle + edge": (_f1(46.29, 46.94), _f1(74.42, 63.51)),
    "preprint, triangle + edge": (_f1(49.10, 49.56), _f1(74.75, 63.57)),
}
# InfoMotif (ICDM 2020): accuracy of Motif-CNN, largest component, 20/40/60 % train.
_CITATION = {
    "cora": (81.6, 82.8, 83.2),
    "citeseer": (73.4, 76.8, 77.1),
}
_MOTIF_CNN_CITATION = "default, edge + 3-node motifs"
# Official splits of the heterogeneous graph benchmark, from the paper of each method.
_HGB: dict[str, dict[str, Figures]] = {
    "hgb-dblp": {
        "Simple-HGN": _f1(94.46, 94.01),
        "HINormer": _f1(94.94, 94.57),
        "SeHGNN": _f1(95.24, 94.86),
        "RpHGNN": _f1(95.55, 95.23),
    },
    "hgb-imdb": {
        "Simple-HGN": _f1(67.36, 63.53),
        "HINormer": _f1(67.83, 64.65),
        "SeHGNN": _f1(68.21, 66.63),
        "RpHGNN": _f1(69.77, 67.53),
    },
    "hgb-acm": {"SeHGNN": _f1(93.87, 93.95)},
}


def _hetero(place: int) -> dict[str, Published]:
    found: dict[str, Published] = {}
    for paper, rows in ((SEED, _HETERO_SEED), (LATER, _HETERO_LATER)):
        for method, figures in rows.items():
            if figures[place]:
                found.setdefault(method, {})[paper] = figures[place]
    return found


def _social(place: int) -> dict[str, Published]:
    return {method: {SEED: figures[place]} for method, figures in _SOCIAL.items()}


PUBLISHED: dict[str, dict[str, Published]] = {
    **{name: _hetero(place) for place, name in enumerate(("dblp-a", "dblp-p", "movie"))},
    "linkedin-ego3": _social(1),
    "flickr-groups-8000": _social(0),
    **{
        f"{name} {share} %": {_MOTIF_CNN_CITATION: {"InfoMotif": {"accuracy": figure}}}
        for name, figures in _CITATION.items()
        for share, figure in zip((20, 40, 60), figures, strict=True)
    },
    **{
        name: {method: {"own paper": figures} for method, figures in rows.items()}
        for name, rows in _HGB.items()
    },
}
"""By column, then by row."""

NOTES: dict[str, str] = {
    "dblp-a": "Published figures: the same graph but for one link; the authors' features may "
    "differ.",
    "dblp-p": "Published figures: the same graph; the authors' features are not available to "
    "us, title words stand in.",
    "movie": "Published figures: the same graph; the authors' features are not available to "
    "us, title words and decade stand in.",
    "linkedin-ego3": "Published figures: another subset of the same crawl (7,124 users; here "
    "7,286).",
    "flickr-groups-8000": "Published figures: another Flickr graph, with tags as features, which "
    "is not available to us; this is a stand-in.",
}
"""By column: how the graph differs from the published one."""
