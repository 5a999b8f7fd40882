"""Prints the speed of training beside that of its peers: ``python -m benchmarks.training``.

The sparse product against torch.sparse, an epoch against PyG's networks, and DBLP-P from graph to
trained network.
"""

from __future__ import annotations

import argparse

import torch

from benchmarks.training import converge, spmm
from benchmarks.training.graphs import FOLDER, MOTIFS, load
from benchmarks.training.ours import motif_cnn_epoch
from benchmarks.training.peers import PEERS, peer_epoch
from benchmarks.training.timing import median_seconds

EPOCHS = 7


def main() -> None:
    """Runs every case and prints one table per graph."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    if not FOLDER.is_dir():
        raise SystemExit(f"no public datasets in {FOLDER}; set MOTIFCNN_DATA to their folder")
    torch.manual_seed(0)
    spmm.main()
    for name in MOTIFS:
        graph = load(name)
        times = {}
        for preset in ("default", "preprint"):
            times[f"Motif-CNN {preset}"] = median_seconds(
                motif_cnn_epoch(graph, name, preset), EPOCHS
            )
        times |= {
            peer: median_seconds(peer_epoch(graph, name, model), EPOCHS)
            for peer, model in PEERS.items()
        }
        print(
            f"\n{name}: one epoch, hidden 64, 4 motifs{'':9} time   against default   against preprint"
        )
        for method, seconds in times.items():
            ratios = [seconds / times[f"Motif-CNN {p}"] for p in ("default", "preprint")]
            print(f"  {method:30} {1e3 * seconds:8.1f} ms {ratios[0]:14.1f}x {ratios[1]:16.1f}x")
    result = converge.measure()
    print(
        f"\ndblp-p to convergence with counting: {result['seconds']:.1f} s ({result['epochs']:.0f} epochs, goal under 15 s), "
        f"peak memory {result['peak'] / 2**30:.2f} GB (goal under 1.5 GB), Micro-F1 {100 * result['micro_f1']:.2f}"
    )


if __name__ == "__main__":
    main()
