"""scikit-learn: a classifier of the nodes of one graph, for its pipelines and searches."""

from motifcnn.sklearn.classifier import MotifClassifier

__all__ = ["MotifClassifier"]
