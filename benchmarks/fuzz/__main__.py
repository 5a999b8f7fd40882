"""`python -m benchmarks.fuzz`: a campaign, or one input again."""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from benchmarks.fuzz.campaign import run_campaign
from benchmarks.fuzz.seeds import FINDS, finds
from benchmarks.fuzz.targets import TARGETS
from benchmarks.fuzz.worker import Find, prepare, read


def main() -> int:
    """Returns 1 where there is a find."""
    options = _options()
    if options.replay is not None:
        return _replay(options.replay)
    targets = tuple(options.target or TARGETS)
    if options.guided:
        from benchmarks.fuzz.guided import run_guided

        return run_guided(targets[0], options.seed, 60 * options.minutes, options.out)
    known = [file for target in targets for file in finds(target)]
    again = sum(_replay(file) for file in known)
    print(f"{len(known)} earlier finds read again, {again} of them still are", flush=True)
    tallies = run_campaign(
        targets,
        options.seed,
        60 * options.minutes,
        lambda find: _keep(find, options.out),
        options.inputs,
    )
    for target, tally in tallies.items():
        print(
            f"{target}: {tally.inputs:,} inputs, {tally.seconds:.0f} s, at most "
            f"{tally.worst.seconds:.2f} s and {tally.worst.bytes / 1e6:.0f} MB each, "
            f"{len(tally.finds)} finds"
        )
    print(f"{sum(tally.inputs for tally in tallies.values()):,} inputs in all")
    return int(again > 0 or any(tally.finds for tally in tallies.values()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0, help="for all targets together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", action="append", choices=TARGETS, help="only this; repeat it")
    parser.add_argument("--inputs", type=int, help="at most so many per target")
    parser.add_argument("--out", type=Path, default=FINDS, help="folder for finds")
    parser.add_argument("--replay", type=Path, help="read this find again")
    parser.add_argument(
        "--guided", action="store_true", help="guided by coverage, one target; needs atheris"
    )
    return parser.parse_args()


def _keep(find: Find, folder: Path) -> None:
    """Writes a find with its traceback; its name begins with the target."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{find.target}-{hashlib.sha256(find.content).hexdigest()[:12]}"
    (folder / f"{name}.bin").write_bytes(find.content)
    (folder / f"{name}.txt").write_text(f"{find.what}\n{find.told}", errors="backslashreplace")
    print(f"find: {find.what}; {folder / name}.bin", flush=True)


def _replay(file: Path) -> int:
    """Reads a find again; 1 where it still is one."""
    target = file.name.partition("-")[0]
    prepare((target,))
    found = read(target, file.read_bytes())
    if found is None:
        return 0
    print(f"{file}: {found.what}\n{found.told}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
