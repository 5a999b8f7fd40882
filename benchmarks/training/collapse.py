"""How much nodes differ after each layer: ``python -m benchmarks.training.collapse``.

The preset `preprint` on movie with one to three layers, with batch normalisation and without, on a
split that no table uses. Prints the validation scores, and for each layer the deviation of a filter
over nodes: before training, and in the epoch that was kept.
"""

from __future__ import annotations

import argparse

import torch

from benchmarks.training.graphs import load
from motifcnn.methods import Problem
from motifcnn.methods.motif_cnn_classifier import MotifCNNClassifier
from motifcnn.train import Run, fit, random_split
from motifcnn.train.loop.loop import load_weights

SEED = 100


def deviations(run: Run, *, trained: bool) -> str:
    """Per layer the mean over filters of their deviation over the target's nodes."""
    assert run.graph is not None
    torch.manual_seed(SEED)
    problem = Problem(run.graph, run.target, run.motifs, len(run.classes), run.settings)
    classifier, found = MotifCNNClassifier(problem), list[float]()
    if trained:
        load_weights(classifier.module, run.weights)

    def note(module: object, given: object, result: tuple[torch.Tensor, torch.Tensor]) -> None:
        found.append(float(result[0].std(dim=0).mean()))

    for layer in classifier.network.layers:
        layer[run.target].register_forward_hook(note)
    classifier.network.train(not trained)  # batch normalisation knows nothing before training
    with torch.no_grad():
        classifier.network(classifier.x, classifier.operators)
    return "  ".join(f"{value:.4f}" for value in found)


def main() -> None:
    """Prints one row per depth and form."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    graph = load("movie")
    split = random_split(graph, seed=SEED)
    print(f"{'layers':6} {'batch norm':10} {'validation':>13}   {'at first':24} kept")
    for layers in (1, 2, 3):
        for batch_norm in (False, True):
            settings = {"filters": (64,) * layers, "batch_norm": batch_norm}
            options = {"preset": "preprint", "split": split, "seed": SEED}
            run = fit(graph, "paper", settings=settings, **options)
            scores = f"{100 * run.validation.micro_f1:.1f} / {100 * run.validation.macro_f1:.1f}"
            spread = f"{deviations(run, trained=False):24} {deviations(run, trained=True)}"
            form = f"{layers:6} {'yes' if batch_norm else 'no':10}"
            print(f"{form} {scores:>13}   {spread}", flush=True)


if __name__ == "__main__":
    main()
