"""`python -m benchmarks.cluster PART`: each part prints the figures of docs/cluster.md."""

from __future__ import annotations

import argparse

from benchmarks.cluster import equal, graphframes, memory, shuffle, skew

PARTS = {
    "equal": equal,
    "shuffle": shuffle,
    "graphframes": graphframes,
    "skew": skew,
    "memory": memory,
}


def main(arguments: list[str] | None = None) -> None:
    """Runs one part with its options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    chosen = parser.add_subparsers(dest="part", required=True)
    for name, part in PARTS.items():
        part.add_options(chosen.add_parser(name, help=part.__doc__.splitlines()[0]))
    options = parser.parse_args(arguments)
    PARTS[options.part].run(options)


if __name__ == "__main__":
    main()
