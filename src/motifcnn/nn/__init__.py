"""The network: sparse products with gradients, motif convolution, attention, and the model that stacks them."""

import os

# torch and Numba have a pool of threads each. Threads that wait by spinning keep the other pool
# from its cores: an epoch then takes up to ten times as long. Read when the pools are made, hence
# before torch is imported.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.combine import CombineMotifs
from motifcnn.nn.conv import MotifConv, unit_of
from motifcnn.nn.inputs import Inputs, feed, fit_inputs
from motifcnn.nn.model import MotifCNN
from motifcnn.nn.presets import PRESETS, Config, preset
from motifcnn.nn.settings import Settings, with_settings
from motifcnn.nn.spmm import SparseMatrix, spmm
from motifcnn.nn.view import View, make_view

__all__ = [
    "PRESETS",
    "CombineMotifs",
    "Config",
    "Inputs",
    "MotifAttention",
    "MotifCNN",
    "MotifConv",
    "Settings",
    "SparseMatrix",
    "View",
    "feed",
    "fit_inputs",
    "make_view",
    "preset",
    "spmm",
    "unit_of",
    "with_settings",
]
