"""The network: sparse products with gradients, motif convolution, attention, and the model that stacks them."""

from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.combine import CombineMotifs
from motifcnn.nn.conv import MotifConv, unit_of
from motifcnn.nn.inputs import Inputs, feed, fit_inputs
from motifcnn.nn.model import MotifCNN
from motifcnn.nn.presets import PRESETS, Config, preset, with_settings
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
