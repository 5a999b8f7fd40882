"""Estimates of motif tensors, and instances drawn uniformly, from random walks."""
