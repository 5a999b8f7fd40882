"""Two large public graphs from schema to scores: ``python -m benchmarks.scale.large``.

For each labelled type: the catalogue of motifs of up to 3 nodes, a plan for each, then every one of
them counted or factored, one after the other; then a Motif-CNN is trained and scored against the
majority class.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

import motifcnn as mc
from benchmarks.scale.epoch import peak
from motifcnn.tensor import plan_operator
from motifcnn.tensor.operator import OperatorPlan
from motifcnn.tensor.plan import readable_size

GRAPHS = ("debian-packages", "moby-thesaurus")
COLUMNS = 16  # that a factored operator is applied to
STEP_SECONDS = 3e-9  # per multiplication of a factored operator
LIMIT = 24 << 30


@dataclass(frozen=True)
class Row:
    """What one motif came to."""

    motif: str
    engine: str
    seconds: float
    instances: int
    entries: int


def main() -> None:
    """Prints a table per labelled type."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", choices=GRAPHS, action="append")
    parser.add_argument(
        "--relations",
        choices=("any", "named"),
        default="any",
        help="motifs by types alone, or by relation too",
    )
    parser.add_argument("--train", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--count", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--preset", default="default")
    parser.add_argument("--motif", action="append", help="to train with; chosen unless given")
    parser.add_argument("--batch-size", type=int)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--epochs", type=int)
    arguments = parser.parse_args()
    for name in arguments.graph or GRAPHS:
        began = time.perf_counter()
        graph = mc.load_dataset(name)
        print(f"\n{graph}, read in {time.perf_counter() - began:.1f} s")
        for target in graph.labels:
            if arguments.count:
                count_all(graph, target, arguments.relations)
        if arguments.train:
            train(graph, arguments)


def count_all(graph: mc.Graph, target: str, relations: str) -> list[Row]:
    """Plans, then counts or factors every motif of the catalogue."""
    began = time.perf_counter()
    motifs = list(
        mc.catalogue(
            graph.schema,
            target=target,
            max_nodes=3,
            **({"relations": "any"} if relations == "any" else {}),
        )
    )
    # Plans hold matrices of the graph, so of each only the figures are kept.
    plans = [
        _figures(plan_operator(graph, motif, memory_limit=LIMIT, columns=COLUMNS))
        for motif in motifs
    ]
    engines = Counter(engine for engine, _, _ in plans)
    largest, expected = max(size for _, size, _ in plans), sum(seconds for _, _, seconds in plans)
    print(
        f"\n{target}: {len(motifs):,} motifs of up to 3 nodes, planned in "
        f"{time.perf_counter() - began:.1f} s: "
        f"{engines['materialised']:,} from their tensors, {engines['factored']:,} factored; "
        f"at most {readable_size(largest)} for "
        f"one, about {expected:,.0f} s for all"
    )
    if relations == "any":
        print("| motif | engine | seconds | instances | entries stored |\n|---|---|---|---|---|")
    rows, began = [], time.perf_counter()
    for number, (motif, (engine, _, _)) in enumerate(zip(motifs, plans, strict=True), 1):
        rows.append(_one(graph, motif, engine))
        if relations == "any":
            row = rows[-1]
            print(
                f"| `{row.motif}` | {row.engine} | {row.seconds:.2f} | {row.instances:,} "
                f"| {row.entries:,} |",
                flush=True,
            )
        elif number % max(1, len(motifs) // 20) == 0:
            spent = time.perf_counter() - began
            left = spent * (len(motifs) - number) / number
            print(
                f"  {number:,} of {len(motifs):,}, {spent:.0f} s, about {left:.0f} s left",
                file=sys.stderr,
                flush=True,
            )
    for engine in engines:
        of = [row for row in rows if row.engine == engine]
        print(
            f"{engine}: {len(of):,} motifs, {sum(r.seconds for r in of):.1f} s "
            f"(slowest {max(r.seconds for r in of):.2f} s), "
            f"{sum(r.instances for r in of):,} instances, "
            f"{sum(r.instances == 0 for r in of):,} motifs without any"
        )
    print(
        f"all {len(rows):,} in {time.perf_counter() - began:.1f} s; "
        f"peak so far {readable_size(peak())}"
    )
    return rows


def _figures(plan: OperatorPlan) -> tuple[str, int, float]:
    """Engine, bytes and seconds."""
    if plan.engine == "factored":
        return plan.engine, plan.factored_bytes, plan.factored_steps * COLUMNS * STEP_SECONDS
    return plan.engine, plan.materialised_bytes, plan.counting.seconds


def _one(graph: mc.Graph, motif: mc.Motif, engine: str) -> Row:
    began = time.perf_counter()
    if engine == "materialised":
        tensor = mc.count(graph, motif, memory_limit=LIMIT)
        return Row(str(motif), engine, time.perf_counter() - began, tensor.total, tensor.nonzeros)
    factored = mc.operator(graph, motif, engine="factored", memory_limit=LIMIT)
    rng = np.random.default_rng(0)
    for role in factored.roles:
        role.matmul(rng.standard_normal((role.shape[1], COLUMNS), dtype=np.float32))
    instances = int(factored.roles[0].instances.value.sum())  # type: ignore[union-attr]
    return Row(str(motif), engine, time.perf_counter() - began, instances, 0)


def train(graph: mc.Graph, arguments: Any) -> None:
    """A Motif-CNN for the type with the most labels, against the majority class."""
    print(
        f"\ntraining: preset {arguments.preset}, batch_size {arguments.batch_size}, "
        f"sample {arguments.sample}",
        flush=True,
    )
    options: dict[str, Any] = {"split": (0.1, 0.1, 0.8), "seed": 0}
    majority = mc.fit(graph, model="majority", **options)
    began = time.perf_counter()
    run = mc.fit(
        graph,
        arguments.motif,
        preset=arguments.preset,
        batch_size=arguments.batch_size,
        sample=arguments.sample,
        epochs=arguments.epochs,
        callbacks=[_Printed()],
        **options,
    )
    print(
        "| target | model | motifs | epochs | prepare, train, score | Micro-F1 | Macro-F1 |\n"
        "|---|---|---|---|---|---|---|"
    )
    for name, found in (("majority", majority), ("motif-cnn", run)):
        seconds = ", ".join(
            f"{found.seconds[stage]:.1f} s" for stage in ("prepare", "train", "score")
        )
        scores = f"{100 * found.test.micro_f1:.2f} | {100 * found.test.macro_f1:.2f}"
        print(
            f"| {found.target} | {name} | {len(found.motifs)} | {len(found.history)} "
            f"| {seconds} | {scores} |"
        )
    print(f"{time.perf_counter() - began:.0f} s, peak {readable_size(peak())}")


class _Printed:
    """Says at times how training goes."""

    def start(self, epochs: int) -> None:
        self.epochs = epochs

    def epoch(self, epoch: Any) -> None:
        if epoch.number == 2 or epoch.number % 10 == 0:
            left = epoch.seconds / epoch.number * (self.epochs - epoch.number)
            print(
                f"  epoch {epoch.number} of at most {self.epochs}, {epoch.seconds:.0f} s, "
                f"at most {left:.0f} s left",
                file=sys.stderr,
            )

    def end(self) -> None: ...


if __name__ == "__main__":
    main()
