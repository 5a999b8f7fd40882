"""Layers: motif convolution, attention, and the networks that stack them."""

from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.blocks import Block, make_blocks
from motifcnn.nn.combine import MotifConcat, MotifMean, MotifWeights
from motifcnn.nn.motif_cnn import MotifCNN
from motifcnn.nn.motif_conv import MotifConv
from motifcnn.nn.motif_layer import MotifLayer
from motifcnn.nn.shared_convs import SharedMotifConvs
from motifcnn.nn.sparse import OneHot, SparseMatrix, aggregate
from motifcnn.nn.wide_motif import WideMotif

__all__ = [
    "Block",
    "MotifAttention",
    "MotifCNN",
    "MotifConcat",
    "MotifConv",
    "MotifLayer",
    "MotifMean",
    "MotifWeights",
    "OneHot",
    "SharedMotifConvs",
    "SparseMatrix",
    "WideMotif",
    "aggregate",
    "make_blocks",
]
