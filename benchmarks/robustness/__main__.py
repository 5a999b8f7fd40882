"""``python -m benchmarks.robustness kills|updaters``: see `kills.py` and `updaters.py`."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

from motifcnn.sealed import operations
from motifcnn.sealed.operations import Operations

# Children are forked, and a pool of threads does not survive a fork.
os.environ |= {
    "OMP_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "NUMBA_THREADING_LAYER": "workqueue",
}


class Unsynced(Operations):
    """Does not wait for the disk: that guards against a loss of power, not against a kill."""

    def sync(self, path: Path) -> None: ...


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robustness")
    what = parser.add_subparsers(dest="what", required=True)
    kills = what.add_parser("kills", help="kill writers at random moments")
    kills.add_argument("--number", type=int, default=300)
    kills.add_argument("--seed", type=int, default=0)
    updaters = what.add_parser("updaters", help="update one store from several processes")
    updaters.add_argument("--processes", type=int, default=20)
    updaters.add_argument("--rounds", type=int, default=50)
    options = parser.parse_args()
    operations.disk = Unsynced()
    logging.disable(logging.WARNING)  # twenty processes that say that they wait
    if options.what == "kills":
        from benchmarks.robustness.kills import kills as work

        return work(options.number, options.seed)
    from benchmarks.robustness.updaters import rounds

    return rounds(options.processes, options.rounds)


if __name__ == "__main__":
    sys.exit(main())
