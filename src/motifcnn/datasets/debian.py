"""Builds a graph like the embedded `debian` from the text of `apt-cache dumpavail`.

Run as `apt-cache dumpavail > dumpavail.txt; python -m motifcnn.datasets.debian dumpavail.txt
FOLDER`.

Nodes are the programs of eight sections (to classify by section), the libraries that they depend
on, their maintainers and their technical debtags. Debtags of subject facets, such as game or sound,
would reveal the section and are left out. Teams keep their names; persons are nodes without a name,
and no e-mail address is kept.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph import Graph, Labels, Relation, Schema, random_split, write_graph
from motifcnn.graph.io.delimited import read_text

SECTIONS = ("games", "graphics", "mail", "math", "net", "science", "sound", "web")
FACETS = ("interface", "uitoolkit", "implemented-in", "x11", "scope")
DEPENDS, SUGGESTS = ("Pre-Depends", "Depends"), ("Recommends", "Suggests", "Enhances")
_TEAM_NAME = re.compile(
    r"\b(team|group|maintainers?|maintenance|packagers|developers|project)\b", re.I
)
_TEAM_ADDRESS = re.compile(r"@(lists|alioth-lists|packages|tracker|qa)\.")
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
    about across against all alone an and another around as at between by de down find first for
    four from full get go have in into is it its many more of on one or other out over several some
    that the their this through to together two under up via where which with without yet you your
    """,
    )
)


@dataclass(frozen=True)
class Package:
    """The fields of one stanza that the graph needs."""

    name: str
    section: str
    maintainer: str
    tags: tuple[str, ...]
    description: str
    depends: tuple[str, ...]
    suggests: tuple[str, ...]


@dataclass(frozen=True)
class Thresholds:
    """How many packages must share a library, maintainer, tag or word for it to be kept."""

    library: int = 5
    maintainer: int = 2
    tag: int = 5
    word: int = 4


def parse_dump(text: str, where: str = "dumpavail") -> list[Package]:
    r"""The packages of a dump, by name; of several versions the first counts.

    Examples
    --------
    >>> [package] = parse_dump("Package: vim\nDepends: libc6 (>= 2), vim-common | vim-tiny\n")
    >>> package.depends
    ('libc6', 'vim-common', 'vim-tiny')
    """
    packages: dict[str, Package] = {}
    for line, stanza in _stanzas(text, where):
        if "Package" not in stanza:
            raise GraphError(
                f"{where}, line {line}: a stanza without the field Package; "
                "expected the output of apt-cache dumpavail"
            )
        package = Package(
            stanza["Package"],
            stanza.get("Section", "").rsplit("/", 1)[-1],
            stanza.get("Maintainer", ""),
            tuple(sorted({tag.strip() for tag in stanza.get("Tag", "").split(",")} - {""})),
            stanza.get("Description-en", stanza.get("Description", "")).split("\n")[0],
            _names(stanza, DEPENDS),
            _names(stanza, SUGGESTS),
        )
        packages.setdefault(package.name, package)
    return [packages[name] for name in sorted(packages)]


def build_graph(
    packages: Iterable[Package],
    *,
    thresholds: Thresholds | None = None,
    seed: int = 0,
    name: str = "debian",
) -> Graph:
    """The graph of a package index.

    Its types are package, library, maintainer and tag, with six relations between them. Packages
    have description words as features and their section as label.

    Parameters
    ----------
    packages : all packages of the index
    thresholds : Thresholds, optional
    seed : int
        Of the 10/10/80 split "public".
    """
    at_least = thresholds or Thresholds()
    index = {p.name: p for p in packages}
    chosen = [p for p in index.values() if p.section in SECTIONS and "role::program" in p.tags]
    if not chosen:
        raise GraphError(
            f"no package of the sections {', '.join(SECTIONS)} is tagged role::program; "
            "the index needs debtags (field Tag)"
        )
    programs = {p.name for p in chosen}
    nodes = {
        "package": sorted(programs),
        "library": _frequent(
            chosen,
            lambda p: (d for d in p.depends if d in index and d not in programs),
            at_least.library,
        ),
        "maintainer": _frequent(
            chosen, lambda p: [p.maintainer] if p.maintainer else [], at_least.maintainer
        ),
        "tag": _frequent(
            chosen, lambda p: (t for t in p.tags if t.split("::")[0] in FACETS), at_least.tag
        ),
    }
    row = {t: {node: i for i, node in enumerate(listed)} for t, listed in nodes.items()}
    libraries = [index[node] for node in nodes["library"]]
    links: dict[Relation, list[tuple[int, int]]] = {
        Relation("package", "package-depends-library", "library"): _links(
            chosen, "depends", row["package"], row["library"]
        ),
        Relation("package", "package-depends-package", "package"): _links(
            chosen, "depends", row["package"], row["package"]
        ),
        Relation("package", "package-suggests-package", "package"): _links(
            chosen, "suggests", row["package"], row["package"]
        ),
        Relation("library", "library-depends-library", "library"): _links(
            libraries, "depends", row["library"], row["library"]
        ),
        Relation("package", "package-maintainer", "maintainer"): [
            (row["package"][p.name], row["maintainer"][p.maintainer])
            for p in chosen
            if p.maintainer in row["maintainer"]
        ],
        Relation("package", "package-tag", "tag"): _links(
            chosen, "tags", row["package"], row["tag"]
        ),
    }
    counts = {t: len(listed) for t, listed in nodes.items()}
    by_row = [index[node] for node in nodes["package"]]
    sections = sorted({p.section for p in by_row})
    labels = Labels(
        np.arange(len(by_row)),
        np.array([sections.index(p.section) for p in by_row]),
        tuple(sections),
    )
    return Graph(
        Schema(tuple(nodes), tuple(links)),
        {r.key: _matrix(pairs, counts[r.source], counts[r.target]) for r, pairs in links.items()},
        counts,
        names={
            t: np.array([_shown(t, node) for node in listed], object) for t, listed in nodes.items()
        },
        features={"package": _words(by_row, at_least.word)},
        labels={"package": labels},
        splits={"public": random_split(labels, "package", seed=seed)} if len(by_row) >= 20 else {},
        name=name,
    )


def main(arguments: list[str] | None = None) -> int:
    """Reads the dump in the first argument, writes the graph to the second; 0 on success."""
    given = sys.argv[1:] if arguments is None else arguments
    if len(given) != 2:
        print("usage: python -m motifcnn.datasets.debian DUMPAVAIL FOLDER", file=sys.stderr)
        return 2
    try:
        graph = build_graph(parse_dump(read_text(Path(given[0])).decode(), given[0]))
        write_graph(graph, given[1])
    except MotifCNNError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(graph)
    return 0


def _stanzas(text: str, where: str) -> Iterator[tuple[int, dict[str, str]]]:
    """First line and fields of each stanza; lines of a folded field are joined by newlines."""
    fields: dict[str, str] = {}
    start, last = 1, ""
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if not line.strip():
            if fields:
                yield start, fields
            fields, start, last = {}, number + 1, ""
        elif line[0] in " \t":
            if not last:
                raise GraphError(f"{where}, line {number}: {line[:60]!r} continues no field")
            fields[last] += "\n" + line.strip()
        else:
            last, colon, value = line.partition(":")
            if not colon:
                raise GraphError(
                    f"{where}, line {number}: {line[:60]!r} is not a field; expected `Name: value`"
                )
            fields[last] = value.strip()


def _names(stanza: Mapping[str, str], fields: tuple[str, ...]) -> tuple[str, ...]:
    """Names of all packages in the fields, with alternatives, without versions."""
    parts = ",".join(stanza.get(field, "") for field in fields).replace("|", ",").split(",")
    found = (re.match(r"\s*([a-z0-9][a-z0-9+.-]*)", part) for part in parts)
    return tuple(sorted({match[1] for match in found if match}))


def _frequent(
    packages: list[Package], values: Callable[[Package], Iterable[str]], at_least: int
) -> list[str]:
    counts = Counter(value for package in packages for value in set(values(package)))
    return sorted(value for value, count in counts.items() if count >= at_least)


def _links(
    packages: list[Package], field: str, source: Mapping[str, int], target: Mapping[str, int]
) -> list[tuple[int, int]]:
    return [
        (source[p.name], target[other])
        for p in packages
        for other in getattr(p, field)
        if other in target and other != p.name
    ]


def _matrix(pairs: list[tuple[int, int]], rows: int, columns: int) -> sparse.csr_array:
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    return sparse.csr_array(
        (np.ones(len(ends), bool), (ends[:, 0], ends[:, 1])), shape=(rows, columns)
    )


def _shown(node_type: str, node: str) -> str:
    """The name to show: of a maintainer only a team's, of anything else its own."""
    if node_type != "maintainer":
        return node
    name, _, address = node.partition("<")
    return (
        name.strip().strip('"') if _TEAM_NAME.search(name) or _TEAM_ADDRESS.search(address) else ""
    )


def _words(packages: list[Package], at_least: int) -> Any:
    """(n_package, n_word) binary: words in at least `at_least` of the one-line descriptions."""
    words = [
        set(re.findall(r"[a-z][a-z0-9]+", p.description.lower())) - _STOP_WORDS for p in packages
    ]
    counts = Counter(word for found in words for word in found)
    column = {
        word: i for i, word in enumerate(sorted(w for w, n in counts.items() if n >= at_least))
    }
    pairs = [
        (row, column[word])
        for row, found in enumerate(words)
        for word in sorted(found)
        if word in column
    ]
    return _matrix(pairs, len(packages), len(column)).astype(np.float32)


if __name__ == "__main__":
    sys.exit(main())
