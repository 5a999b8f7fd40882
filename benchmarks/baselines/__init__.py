"""Baselines on the ground where their own papers report a figure, and what a fit of each costs."""

import motifcnn.nn  # noqa: F401  before torch: it says how threads wait
