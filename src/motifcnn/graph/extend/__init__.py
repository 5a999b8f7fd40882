"""Extended graphs: what was known before, and nodes and links that arrive later."""

from motifcnn.graph.extend.extended import extended

__all__ = ["extended"]
