"""Figures that the papers publish: Micro-F1 and Macro-F1 in per cent, mean of ten random 10/10/80 splits."""

from __future__ import annotations

# From "Motif-based Convolutional Neural Network on Graphs" (preprint) and "Meta-GNN" (ASONAM 2019).
PUBLISHED: dict[tuple[str, str], tuple[float, float]] = {
    ("dblp-a", "preprint"): (86.71, 86.78),
    ("dblp-p", "preprint"): (74.76, 64.17),
    ("movie", "preprint"): (62.61, 61.19),
    ("dblp-a", "asonam"): (89.12, 87.38),
    ("dblp-p", "asonam"): (74.58, 66.76),
    ("movie", "asonam"): (64.72, 62.34),
    ("dblp-a", "asonam, Motif-CNN-A"): (86.44, 86.49),
    ("dblp-p", "asonam, Motif-CNN-A"): (71.19, 57.05),
    ("movie", "asonam, Motif-CNN-A"): (62.41, 60.64),
    ("dblp-a", "asonam, no roles"): (87.81, 85.75),
    ("dblp-p", "asonam, no roles"): (72.41, 64.49),
    ("movie", "asonam, no roles"): (62.09, 60.42),
    ("dblp-a", "asonam, no attention"): (86.44, 86.49),
    ("dblp-p", "asonam, no attention"): (73.86, 65.61),
    ("movie", "asonam, no attention"): (62.41, 60.64),
    ("dblp-a", "gcn"): (81.34, 81.29),
    ("dblp-p", "gcn"): (71.30, 53.14),
    ("movie", "gcn"): (55.67, 53.85),
}
