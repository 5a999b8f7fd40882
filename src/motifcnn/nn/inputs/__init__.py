"""What a node feeds in: features, one-hot rows, structure, diffusion."""

from motifcnn.nn.inputs.inputs import NodeInputs, node_inputs, require_some, side_by_side
from motifcnn.nn.inputs.plan import NOTHING, InputBlock, Inputs
from motifcnn.nn.inputs.settings import InputSettings

__all__ = [
    "NOTHING",
    "InputBlock",
    "InputSettings",
    "Inputs",
    "NodeInputs",
    "node_inputs",
    "require_some",
    "side_by_side",
]
