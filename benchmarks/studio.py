"""Prints how fast the studio answers what clicks ask for, route by route.

``python -m benchmarks.studio [GRAPH] [--rounds N] [--seed S]``. The server is ``motifcnn studio
GRAPH`` in a process of its own, whose worker measures motifs all the while, as it does for people.
One client asks what the views ask for, first and repeated visits alike: every target in the schema
and the catalogue, pages, searches and orders; designs grown by random offers, and wrong patterns;
instances of what was designed; nodes of an instance as examples; the collection; a training, then
its scores, attention and explanations of nodes; counting cancelled and begun again. The load is the
machine's, of one minute, before the start: other programs take their share of the cores. So next to
the time that a client waits is the processor time that the server spends meanwhile, on the answer
and on what it prepares.

Example: ``python -m benchmarks.studio debian-packages --rounds 20``
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import numpy as np
import psutil

WORDS = ("", "two packages", "share", "maintainer", "depends virtual", "three packages tag")
ORDERS = ("size", "instances", "coverage", "agreement", "expression", "cost")
MOTIFS = 3  # of the run whose attention and explanations are asked for
LIMIT = 300.0  # ms that an answer may take


class Answered(NamedTuple):
    """An answer: ms until it was there, ms of the server's processor time, and the question."""

    waited: float
    cpu: float
    query: str


class Client:
    """Asks a studio and keeps how long each answer took, by route."""

    def __init__(self, url: str, server: psutil.Process) -> None:
        self.base = url.split("/?")[0]
        self.server = server
        self.took: dict[str, list[Answered]] = {}
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open
        self._open(url).read()

    def ask(self, path: str, *, route: str = "", method: str = "GET", **parameters: Any) -> Any:
        """The JSON of an answer, an error's too."""
        body = json.dumps(parameters).encode() if method == "POST" else None
        query = "" if body else f"?{urlencode(parameters, doseq=True)}"
        asked = Request(self.base + path + query, body, method=method)
        asked.add_header("Content-Type", "application/json")
        worked, began = self.server.cpu_times(), time.perf_counter()
        try:
            with self._open(asked) as answer:
                text = answer.read()
        except HTTPError as error:
            text = error.read()
        waited, after = time.perf_counter() - began, self.server.cpu_times()
        cpu = after.user + after.system - worked.user - worked.system
        self.took.setdefault(route or path, []).append(Answered(1000 * waited, 1000 * cpu, query))
        return json.loads(text) if path.startswith("/api") else text


def main() -> None:
    """Starts the studio, clicks, prints a table, ends it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", nargs="?", default="debian-packages")
    parser.add_argument("--rounds", type=int, default=20, help="designs, and what follows of each")
    parser.add_argument("--seed", type=int, default=0, help="of the clicks")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    command = [sys.executable, "-m", "motifcnn", "studio", options.graph, "--no-browser", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        command += ["--out", str(Path(folder) / "motifs.toml")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                client = Client(_document(server.stdout)["url"], psutil.Process(server.pid))
                _click(client, options.rounds, random.Random(options.seed))
            finally:
                server.terminate()
    _show(client.took, load)


def _train(client: Client, target: str) -> None:
    """The form of a training, a training that is looked at as it goes, and its run."""
    for file in ("/views/train.js", "/views/runs.js", "/plotly.min.js"):
        client.ask(file, route="page")
    for _ in range(10):
        client.ask("/api/methods", target=target)
    starts = client.ask("/api/design", target=target)["offers"][:MOTIFS]
    order = {
        "preset": "inductive",
        "target": target,
        "motifs": [each["pattern"] for each in starts],
        "settings": {"epochs": 5, "window": 5},
    }
    begun = client.ask("/api/trainings", route="/api/trainings POST", method="POST", **order)
    while client.ask(f"/api/trainings/{begun['number']}", route="/api/trainings")["state"] in (
        "waiting",
        "running",
    ):
        client.ask("/api/trainings")
        time.sleep(0.2)
    nodes = client.ask("/api/nodes", node_type=target)
    for each in nodes[:10]:
        client.ask("/api/runs")
        client.ask("/api/runs/attention", run=begun["run"])
        client.ask("/api/runs/why", run=begun["run"], node=each["label"])


def _cancel(client: Client) -> None:
    """Cancels all counting and begins it again, each time in a new process."""
    for _ in range(5):
        client.ask("/api/counting", route="/api/counting DELETE", method="DELETE")
        client.ask("/api/counting", route="/api/counting POST", method="POST")
        time.sleep(3)


def _click(client: Client, rounds: int, chosen: random.Random) -> None:
    for file in ("/", "/main.js", "/style.css", "/views/design.js"):
        client.ask(file, route="page")
    schema = client.ask("/api/schema")
    types = [each["name"] for each in schema["types"]]
    _browse(client, types, schema["target"])
    _cancel(client)
    _train(client, schema["target"])
    for _ in range(rounds):
        target = chosen.choice(types)
        client.ask("/api/schema", target=target)
        pattern = _design(client, target, chosen)
        client.ask("/api/collection", route="/api/collection POST", method="POST", pattern=pattern)
        client.ask("/api/collection")
        _see(client, target, pattern, chosen)
        client.ask(
            "/api/collection", route="/api/collection DELETE", method="DELETE", pattern=pattern
        )


def _browse(client: Client, types: list[str], target: str) -> None:
    """The catalogue: every target, then searches, orders and pages of one."""
    for each in types:
        for size in (2, 3):
            for relations in ("named", "any"):
                client.ask("/api/catalogue", target=each, max_nodes=size, relations=relations)
    client.ask("/api/catalogue", target=target, max_nodes=4, relations="any")
    for search in WORDS:
        for end in range(1, len(search) + 1, 3):  # as it is typed
            client.ask("/api/catalogue", target=target, search=search[:end])
    for order in ORDERS:
        for offset in (0, 24, 240):
            client.ask("/api/catalogue", target=target, order=order, descending=True, offset=offset)


def _design(client: Client, target: str, chosen: random.Random) -> str:
    """Grows a motif by clicks on random offers, with a wrong pattern in between."""
    pattern = ""
    for _ in range(chosen.randint(1, 3)):
        found = client.ask("/api/design", target=target, pattern=pattern)
        grow = [each["pattern"] for each in found["offers"] if each["kind"] in ("start", "node")]
        pattern = chosen.choice(grow)
    client.ask("/api/design", target=target, pattern=pattern.replace("(t:", "(t:x", 1))
    client.ask("/api/design", target=target, pattern=pattern)
    return pattern


def _see(client: Client, target: str, pattern: str, chosen: random.Random) -> None:
    """Instances at nodes that have some, then the nodes of one as examples."""
    letters = "".join(chosen.choices("abcdegilmnoprst", k=2))
    names = [each["label"] for each in client.ask("/api/nodes", node_type=target, search=letters)]
    names += [each["label"] for each in client.ask("/api/nodes", node_type=target)]
    for name in names[:4]:
        page = client.ask("/api/instances", pattern=pattern, node=name)
        if not page.get("drawings"):
            continue
        client.ask("/api/instances", pattern=pattern, node=name, offset=max(0, page["total"] - 6))
        own = page["card"]["drawing"]["nodes"]
        types = [node["title"].split(":", 1)[1] for node in own]
        examples = [node["title"] for node in page["drawings"][0]["nodes"]][:3]
        for _ in range(2):
            client.ask("/api/by-example", node_type=types[: len(examples)], node=examples)
        client.ask("/api/by-example", node_type=types[:2], node=examples[:2])
        return


def _show(took: dict[str, list[Answered]], load: float) -> None:
    print(f"load before {load:.1f}")
    print("route                      answers  p50 ms  p95 ms  max ms  p95 cpu ms  max cpu ms")
    every = [each for own in took.values() for each in own]
    for route, own in [*took.items(), ("all", every)]:
        waited, cpu = ([getattr(each, name) for each in own] for name in ("waited", "cpu"))
        p50, p95 = np.percentile(waited, [50, 95])
        print(
            f"{route:<26} {len(own):<8} {p50:<7.0f} {p95:<7.0f} {max(waited):<7.0f} "
            f"{np.percentile(cpu, 95):<11.0f} {max(cpu):.0f}"
        )
    for each in sorted(every, reverse=True)[:8]:
        if each.waited > LIMIT:
            print(f"{each.waited:6.0f} ms, {each.cpu:4.0f} ms of the processor: {each.query[:90]}")


def _document(lines: Any) -> dict[str, str]:
    """The JSON document that the studio prints once its port is bound."""
    text = ""
    for line in lines:
        text += line
        if line.startswith("}"):
            return dict(json.loads(text))
    raise SystemExit("the studio has not started")


if __name__ == "__main__":
    main()
