"""Prints the speed of training beside that of its peers: ``python -m benchmarks.training``.

What each fused form is worth, an epoch against PyG's networks, and DBLP-P from graph to trained
network.
"""

from __future__ import annotations

import argparse

import torch

from benchmarks.training import converge, fused
from benchmarks.training.graphs import FOLDER, MOTIFS, load
from benchmarks.training.ours import motif_cnn_epoch
from benchmarks.training.peers import PEERS, peer_epoch
from benchmarks.training.timing import median_seconds

EPOCHS = 7
OURS = ("default", "preprint")


def main() -> None:
    """Runs every case and prints one table per graph."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    if not FOLDER.is_dir():
        raise SystemExit(f"no public datasets in {FOLDER}; set MOTIFCNN_DATA to their folder")
    torch.manual_seed(0)
    fused.main()
    for name in MOTIFS:
        graph = load(name)
        times = {
            f"Motif-CNN {preset}": median_seconds(motif_cnn_epoch(graph, name, preset), EPOCHS)
            for preset in OURS
        }
        for peer, model in PEERS.items():
            times[peer] = median_seconds(peer_epoch(graph, name, model), EPOCHS)
        print(f"\n{name}: one epoch, hidden 64, 4 motifs{'':9} time   to default   to preprint")
        for method, seconds in times.items():
            ratios = [seconds / times[f"Motif-CNN {preset}"] for preset in OURS]
            print(f"  {method:30} {1e3 * seconds:8.1f} ms {ratios[0]:9.1f}x {ratios[1]:12.1f}x")
    result = converge.measure()
    print(
        f"\ndblp-p to convergence with counting: {result['seconds']:.1f} s "
        f"({result['epochs']:.0f} epochs), peak memory {result['peak'] / 2**30:.2f} GB, "
        f"Micro-F1 {100 * result['micro_f1']:.2f}"
    )


if __name__ == "__main__":
    main()
