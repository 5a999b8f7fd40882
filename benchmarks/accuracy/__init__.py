"""Accuracy over repeated random splits, beside the published figures."""
