"""Faster forms of what `motifcnn.nn` defines; a benchmark justifies each, a test holds it equal."""
