"""Tables that are wrong in one way each: one error with place and remedy, nothing written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner

from graph.tables.folders import (
    DIRECTORS,
    GOOD,
    MOVIES,
    RATINGS,
    changed,
    content_of,
    folder_of,
    packed,
    workbook,
    zipped,
)
from motifcnn.cli.app import app
from motifcnn.graph.tables import TableError, mapping_of, mapping_to_toml, read_tables

MAPPING = "motifcnn.toml"


@dataclass(frozen=True)
class Bad:
    """A folder that is wrong.

    Parameters
    ----------
    files : mapping of name to content
        Beside, or instead of, those of the good folder; None leaves a file out.
    file, line, column : what the first problem names
    said : words of the message
    mapping : (old, new) to replace in the mapping of the good folder
    """

    files: Mapping[str, str | bytes | None] = field(default_factory=dict)
    file: str = MAPPING
    line: int | None = None
    column: str | None = None
    said: tuple[str, ...] = ()
    label: str | None = "movies.genre"
    unknown: str | None = None
    mapping: tuple[str, str] | None = None
    problems: int = 1


def only(**files: str | bytes) -> dict[str, str | bytes | None]:
    """These files and none of the good ones; `__` stands for the point before the form."""
    return dict.fromkeys(GOOD) | {name.replace("__", "."): text for name, text in files.items()}


FILES = {
    "an empty file": Bad({"movies.csv": ""}, "movies.csv", said=("the file is empty", "fill it")),
    "a file of blanks": Bad({"movies.csv": " \n\n"}, "movies.csv", said=("the file is empty",)),
    "an empty gzip": Bad({"more.csv.gz": packed("")}, "more.csv.gz", said=("empty",)),
    "no tables": Bad(only(notes__pdf=b"%PDF"), "folder", said=("no tables here", "CSV")),
    "a folder of nothing": Bad(only(), "folder", said=("it is empty", "put tables")),
    "a row too short": Bad(
        {"movies.csv": changed(MOVIES, ",1992,drama,d2", "")},
        *("movies.csv", 4, "year"),
        said=("2 cells", "the header has 5", "missing cells"),
    ),
    "a row too long": Bad(
        {"movies.csv": changed(MOVIES, "The red film", "The red, old film")},
        *("movies.csv", 2, "director_id"),
        said=("6 cells", "double quotes"),
    ),
    "several ragged rows": Bad(
        {"movies.csv": MOVIES.replace(",war", "")},
        *("movies.csv", 3, "director_id"),
        said=("3 problems", "line 5", "line 7"),
        problems=3,
    ),
    "more ragged rows than a message lists": Bad(
        {"ratings.csv": re.sub(r",(m\d)", r"\1", RATINGS)},
        *("ratings.csv", 2, "stars"),
        said=("more rows have another number",),
        problems=6,
    ),
    "ragged rows in two files": Bad(
        {
            "movies.csv": changed(MOVIES, ",d0", ""),
            "directors.csv": changed(DIRECTORS, ",Ann Fox", ""),
        },
        *("directors.csv", 2, "name"),
        said=("movies.csv, line 2",),
        problems=2,
    ),
    "a title above the header": Bad(
        {"movies.csv": "All my movies; in order\n" + MOVIES},
        "movies.csv",
        2,
        said=("cells",),
        problems=6,
    ),
    "a quote that stays open": Bad(
        {"movies.csv": changed(changed(MOVIES, "The old", '"The old'), ",1993", "")},
        *("movies.csv", 4),
        said=("a quote opens here",),
    ),
    "a NUL character": Bad(
        {"movies.csv": changed(MOVIES, "blue", "bl\0ue")},
        *("movies.csv", 3),
        said=("no text", "CSV or Parquet"),
    ),
    "broken gzip": Bad({"a.csv.gz": b"no gzip"}, "a.csv.gz", said=("broken gzip", "pack it again")),
    "half a gzip": Bad({"a.csv.gz": packed(MOVIES)[:40]}, "a.csv.gz", said=("gzip",)),
    "broken zip": Bad({"a.csv.zip": b"no zip"}, "a.csv.zip", said=("broken zip", "pack it again")),
    "two tables in a zip": Bad(
        {"a.csv.zip": zipped(one=MOVIES, two=RATINGS)},
        "a.csv.zip",
        said=("has 2 files", "unpack it"),
    ),
    "no Parquet": Bad({"a.parquet": b"no"}, "a.parquet", said=("not a Parquet table", "again")),
    "no workbook": Bad({"a.xlsx": b"no"}, "a.xlsx", said=("not an Excel workbook", ".xlsx")),
    "empty sheets": Bad({"a.xlsx": workbook(one=[])}, "a.xlsx", said=("every sheet is empty",)),
    "a sheet that names a column twice": Bad(
        {"a.xlsx": workbook(one=[["id", "id"], [1, 2]])},
        *("a.xlsx", 1, "id"),
        said=("twice", "a name of its own"),
        problems=2,
    ),
    "a sheet with a column without a name": Bad(
        {"a.xlsx": workbook(one=[["id", None], [1, 2]], two=[["x"], [1]])},
        *("a.xlsx, sheet one", 1, "column_2"),
        said=("has no name",),
    ),
    "a column twice": Bad(
        {"movies.csv": changed(MOVIES, "title", "year")},
        *("movies.csv", 1, "year"),
        said=("names 'year' twice", "a name of its own"),
    ),
    "a column twice below comments": Bad(
        {"movies.csv": "# one\n# two\n" + changed(MOVIES, "title", "year")},
        *("movies.csv", 3, "year"),
        said=("twice",),
    ),
    "a column without a name": Bad(
        {"movies.csv": changed(MOVIES, "title", "")},
        *("movies.csv", 1, "column_2"),
        said=("column 2 has no name", "name it in the header"),
    ),
    "one table in two files": Bad(
        {"movies.tsv": MOVIES.replace(",", "\t")},
        "movies.tsv",
        said=("also in movies.csv", "rename or remove"),
    ),
    "bytes after a mark that are not UTF-8": Bad(
        {
            "movies.csv": b"\xef\xbb\xbf"
            + changed(MOVIES, "blue", "bl~e").encode().replace(b"~", b"\xff")
        },
        *("movies.csv", 3),
        said=("0xff", "UTF-8"),
    ),
    "half a character of UTF-16": Bad(
        {"movies.csv": MOVIES.encode("utf-16")[:-1]},
        "movies.csv",
        7,
        said=("utf-16", "save"),
    ),
    "headers without rows": Bad(
        only(movies__csv="movie_id,title\n", cast__csv="movie_id,actor_id\n"),
        "cast.csv, movies.csv",
        label=None,
        said=("no table has a node", "fill"),
    ),
}

KEYS = {
    "a key twice": Bad(
        {"movies.csv": changed(MOVIES, "m3,", "m1,")},
        *("movies.csv", 5, "movie_id"),
        said=("'m1' is used before, at line 3", "one row per key"),
        unknown="drop",
    ),
    "a key three times": Bad(
        {"movies.csv": changed(changed(MOVIES, "m3,", "m1,"), "m2,", "m1,")},
        *("movies.csv", 4, "movie_id"),
        said=("at line 3 (2 rows in all)", "line 5"),
        unknown="drop",
        problems=2,
    ),
    "a key that is empty": Bad(
        {"movies.csv": changed(MOVIES, "m2,", ",")},
        *("movies.csv", 4, "movie_id"),
        said=("the key is empty", "delete it"),
        unknown="drop",
    ),
    "a key of blanks": Bad(
        {"movies.csv": changed(MOVIES, "m2,", "  ,")},
        *("movies.csv", 4, "movie_id"),
        said=("the key is empty",),
        unknown="drop",
    ),
    "empty keys and keys twice": Bad(
        {"movies.csv": changed(changed(MOVIES, "m2,", ","), "m4,", "m0,")},
        *("movies.csv", 4, "movie_id"),
        said=("the key is empty", "line 6", "'m0' is used before, at line 2"),
        unknown="drop",
        problems=2,
    ),
    "an unknown key of links": Bad(
        {"ratings.csv": RATINGS + "u1,m77,3\n"},
        *("ratings.csv", 14, "movie_id"),
        said=("1 row with 1 key", "'m77' (line 14)", "movies.csv", '"drop"', '"add"'),
    ),
    "many unknown keys of links": Bad(
        {"ratings.csv": RATINGS + "".join(f"u1,m7{at},3\n" for at in range(5))},
        *("ratings.csv", 14, "movie_id"),
        said=("5 rows with 5 keys", "'m72' (line 16), ..."),
    ),
    "an unknown key of nodes": Bad(
        {"movies.csv": changed(MOVIES, "d2", "d9")},
        *("movies.csv", 4, "director_id"),
        said=("'d9' (line 4)", "directors.csv"),
    ),
    "keys that are all unknown": Bad(
        {"ratings.csv": re.sub(r",m(\d)", r",film \1", RATINGS)},
        *("ratings.csv", 2, "movie_id"),
        said=("12 rows with 6 keys", "movies.csv"),
    ),
    "unknown keys in two tables": Bad(
        {"movies.csv": changed(MOVIES, "d2", "d9"), "ratings.csv": RATINGS + "u1,m77,3\n"},
        *("movies.csv", 4, "director_id"),
        said=("ratings.csv, line 14",),
        problems=2,
    ),
    "an unknown key and a key twice": Bad(
        {"directors.csv": DIRECTORS + "d1,Di Ode\n", "ratings.csv": RATINGS + "u1,m77,3\n"},
        *("directors.csv", 5, "director_id"),
        said=("2 problems", "ratings.csv, line 14"),
        problems=2,
    ),
    "an unknown parent": Bad(
        only(people__csv="id,parent_id\n" + "".join(f"{i},{i // 2}\n" for i in range(1, 9))),
        *("people.csv", 2, "parent_id"),
        label=None,
        said=("'0' (line 2)",),
    ),
    "no way to treat unknown keys": Bad(
        unknown="ignore", file="tables", said=("'ignore'", "error, drop or add")
    ),
}

LABELS = {
    "a label that no table has": Bad(
        label="movies.gnre", file="movies.csv", column="gnre", said=('"movies.genre"',)
    ),
    "a label in another case": Bad(
        label="movies.Genre", file="movies.csv", column="Genre", said=('"movies.genre"',)
    ),
    "a label of a table that is not there": Bad(
        label="films.genre", file="the tables", column="genre", said=("TABLE.COLUMN",)
    ),
    "a label that two tables have": Bad(
        label="movie_id",
        file="movies.csv",
        column="movie_id",
        said=("several tables", "ratings.movie_id", "TABLE.COLUMN"),
    ),
    "a quantity": Bad(
        {"movies.csv": "id,cost\n" + "".join(f"m{at},{at}.5\n" for at in range(30))},
        *("movies.csv", None, "cost"),
        label="movies.cost",
        said=("30 different numbers", "pandas.cut"),
    ),
    "a quantity with decimal commas": Bad(
        {"movies.csv": "id;cost\n" + "".join(f"m{at};{at},5\n" for at in range(30))},
        *("movies.csv", None, "cost"),
        label="movies.cost",
        said=("30 different numbers",),
    ),
    "a label that all share": Bad(
        {"movies.csv": MOVIES.replace("war", "drama")},
        *("movies.csv", None, "genre"),
        said=("the same value, 'drama'", "another column"),
    ),
    "a label without values": Bad(
        {"movies.csv": MOVIES.replace("war", "").replace("drama", "NA")},
        *("movies.csv", None, "genre"),
        said=("no row has a value",),
    ),
    "a label of its own for every row": Bad(
        label="movies.title",
        file="movies.csv",
        column="title",
        said=("6 different values in 6 rows", "repeat"),
    ),
    "the key as label": Bad(
        label="movies.movie_id", file="movies.csv", column="movie_id", said=("name nodes",)
    ),
    "a part that a split does not have": Bad(
        {"movies.csv": "id,genre,split\na,x,train\nb,y,trian\nc,x,test\nd,y,train\n"},
        *("movies.csv", 3, "split"),
        said=("'trian'", "train, val, test or nothing"),
        unknown="drop",
    ),
    "a part for a row without a label": Bad(
        {"movies.csv": "id,genre,split\na,x,train\nb,,val\nc,y,test\nd,y,train\ne,x,test\n"},
        *("movies.csv", 3, "split"),
        said=("without a label", "give it a label"),
        unknown="drop",
    ),
}

MAPPINGS = {
    "no TOML": Bad(mapping=("version = 1", "version ="), line=4, said=("not TOML", "correct")),
    "a table twice": Bad(
        mapping=("[tables.ratings]", "[tables.movies]"), line=30, said=("not TOML",)
    ),
    "an unknown name": Bad(
        mapping=("unknown =", "unknwon ="),
        line=7,
        column="unknwon",
        said=("did you mean 'unknown'?",),
    ),
    "an unknown name of a table": Bad(
        mapping=('type = "movie"', 'typ = "movie"'),
        column="typ",
        said=("did you mean 'type'?", "key"),
    ),
    "an unknown name of a relation": Bad(
        mapping=("directed = true", "undirected = true"),
        column="undirected",
        said=("did you mean 'directed'?",),
    ),
    "an unknown name of the label": Bad(
        mapping=('column = "genre"', 'column = "genre"\nsep = "|"'), column="sep", said=("known",)
    ),
    "an unknown kind": Bad(
        mapping=('year = "number"', 'year = "nummer"'), column="kind", said=("'nummer'", "'number'")
    ),
    "an unknown detail of a column": Bad(
        mapping=('year = "number"', 'year = { kind = "list", seperator = "|" }'),
        column="seperator",
        said=("did you mean 'separator'?",),
    ),
    "an unknown way to treat keys": Bad(
        mapping=('unknown = "error"', 'unknown = "skip"'), column="unknown", said=("'drop'",)
    ),
    "another version": Bad(
        mapping=("version = 1", "version = 2"), line=4, column="version", said=("2",)
    ),
    "a text for a truth value": Bad(
        mapping=("directed = true", 'directed = "sometimes"'), column="directed", said=("bool",)
    ),
    "a table that is not there": Bad(
        mapping=("[tables.directors]", "[tables.director]"),
        column="director",
        said=("no table 'director'", "did you mean 'directors'?"),
    ),
    "a key that is not there": Bad(
        mapping=('key = "movie_id"', 'key = "movie"'),
        column="key",
        said=("'movie'", "did you mean 'movie_id'?", "movies.csv"),
    ),
    "a name that is not there": Bad(
        mapping=('name = "title"', 'name = "titel"'), column="name", said=("did you mean 'title'?",)
    ),
    "a column that is not there": Bad(
        mapping=("year =", "yaer ="), column="yaer", said=("did you mean 'year'?",)
    ),
    "a source that is not there": Bad(
        mapping=('source = "user_id"', 'source = "user"'),
        column="source",
        said=("did you mean 'user_id'?", "ratings.csv"),
    ),
    "a target that is not there": Bad(
        mapping=('target = "director_id"', 'target = "director"'),
        column="target",
        said=("did you mean 'director_id'?",),
    ),
    "links of a table that is not there": Bad(
        mapping=('table = "ratings"', 'table = "rating"'),
        column="table",
        said=("did you mean 'ratings'?",),
    ),
    "a column of links that is not there": Bad(
        mapping=('columns = ["stars"]', 'columns = ["star"]'),
        column="columns",
        said=("did you mean 'stars'?",),
    ),
    "a relation without a table": Bad(
        mapping=('table = "ratings"\n', ""), column="table", said=("'table' is missing", "add it")
    ),
    "a relation without a source": Bad(
        mapping=('source = "user_id"\n', ""), column="source", said=("no source column",)
    ),
    "two types without a direction": Bad(
        mapping=("directed = true", "directed = false"),
        column="directed",
        said=("links two types", "directed = true"),
    ),
    "one type of two tables": Bad(
        mapping=('type = "movie"', 'type = "director"'),
        column="type",
        said=("directors and movies", "a type of its own"),
    ),
    "classes of links": Bad(
        mapping=('table = "movies"\ncolumn = "genre"', 'table = "ratings"\ncolumn = "stars"'),
        column="table",
        said=("are links", "node table"),
        label=None,
    ),
    "a label that is not there": Bad(
        mapping=('column = "genre"', 'column = "gerne"'),
        column="column",
        said=("did you mean 'genre'?",),
        label=None,
    ),
    "a label of a table that is not mapped": Bad(
        mapping=('table = "movies"\ncolumn', 'table = "films"\ncolumn'),
        column="table",
        said=("no table 'films'",),
        label=None,
    ),
    "a split that is not there": Bad(
        mapping=('column = "genre"', 'column = "genre"\nsplit = "part"'),
        column="split",
        said=("'part'",),
        label=None,
    ),
    "the key as label in the mapping": Bad(
        mapping=('column = "genre"', 'column = "movie_id"'),
        column="movie_id",
        said=("names nodes", "repeat"),
        label=None,
    ),
    "a text among numbers": Bad(
        {"movies.csv": changed(MOVIES, "1992", "soon")},
        *("movies.csv", 4, "year"),
        mapping=('year = "number"', 'year = "number"'),
        said=("'soon' is not a number", "another kind"),
    ),
    "no date": Bad(
        *({}, "movies.csv", 2, "title"),
        mapping=('title = "text"', 'title = "date"'),
        said=("'The red film' is not a date", "6 cells in all"),
        problems=3,
    ),
    "neither true nor false": Bad(
        *({}, "movies.csv", 2, "year"),
        mapping=('year = "number"', 'year = "boolean"'),
        said=("'1990' is not true or false",),
        problems=3,
    ),
    "an encoding that does not exist": Bad(
        *({}, "movies.csv"),
        mapping=('key = "movie_id"', 'key = "movie_id"\nencoding = "utf-9"'),
        said=("'utf-9'", "cp1252"),
    ),
    "another encoding than the file has": Bad(
        {"movies.csv": changed(MOVIES, "red", "réd").encode("cp1252")},
        *("movies.csv", 2),
        mapping=('key = "movie_id"', 'key = "movie_id"\nencoding = "utf-8"'),
        said=("0xe9", "UTF-8"),
    ),
    "another delimiter than the file has": Bad(
        *({}, MAPPING, None, "key"),
        mapping=('key = "movie_id"', 'key = "movie_id"\ndelimiter = ";"'),
        said=("'movie_id'",),
        problems=7,
    ),
    "one relation twice": Bad(
        mapping=(
            "[[relations]]",
            '[[relations]]\nname = "ratings"\ntable = "ratings"\nsource = "user_id"\n'
            'source_type = "user"\ntarget = "movie_id"\ntarget_type = "movie"\n\n[[relations]]',
        ),
        column="name",
        said=("is there twice", "another name"),
    ),
}

KINDS = FILES | KEYS | LABELS | MAPPINGS


def bad_folder(bad: Bad, path: Path) -> Path:
    """The good folder, spoilt."""
    files: dict[str, str | bytes | None] = {**GOOD, **bad.files}
    folder = folder_of(path, {name: text for name, text in files.items() if text is not None})
    if bad.mapping is not None:
        good = mapping_of(folder_of(path.parent / "good", GOOD), label="movies.genre")
        text = mapping_to_toml(good)
        (folder / MAPPING).write_text(changed(text, *bad.mapping), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", KINDS)
def test_one_error_names_the_place_and_the_remedy(name: str, tmp_path: Path) -> None:
    bad = KINDS[name]
    folder = bad_folder(bad, tmp_path / "folder")
    before = content_of(tmp_path)
    label = None if bad.mapping else bad.label
    with pytest.raises(TableError) as caught:
        read_tables(folder, label=label, unknown=bad.unknown, report=[])
    problems = caught.value.problems
    first = problems[0]
    text = str(caught.value)
    assert first.file.endswith(bad.file)
    assert first.file in text
    assert len(problems) == bad.problems, text
    if bad.line is not None:
        assert first.line == bad.line
        assert f"line {bad.line}" in text
    if bad.column is not None:
        assert first.column == bad.column
        assert f'column "{bad.column}"' in text
    for words in bad.said:
        assert words in text
    assert all(problem.message and problem.remedy for problem in problems)
    assert content_of(tmp_path) == before


@pytest.mark.parametrize("name", KINDS)
def test_the_command_line_writes_nothing_and_ends_with_2(name: str, tmp_path: Path) -> None:
    bad = KINDS[name]
    folder = bad_folder(bad, tmp_path / "folder")
    before = content_of(tmp_path)
    flags = ["--label", bad.label] if bad.label and not bad.mapping else []
    flags += ["--unknown", bad.unknown] if bad.unknown else []
    out = tmp_path / "graph"
    result = CliRunner().invoke(app, ["import", str(folder), *flags, "--yes", "--out", str(out)])
    assert result.exit_code == 2
    assert "TableError: " in result.stderr
    assert result.stdout == ""
    assert content_of(tmp_path) == before
    assert not out.exists()


def test_a_line_of_the_mapping_is_the_line_that_is_wrong(tmp_path: Path) -> None:
    for name, bad in MAPPINGS.items():
        if bad.file != MAPPING or bad.column is None or bad.line is not None:
            continue
        folder = bad_folder(bad, tmp_path / name.replace(" ", "-") / "folder")
        with pytest.raises(TableError) as caught:
            read_tables(folder, report=[])
        assert bad.mapping is not None
        line = caught.value.problems[0].line
        assert line is not None, name
        lines = (folder / MAPPING).read_text().split("\n")
        around = "\n".join(lines[line - 1 : line + 8])
        assert bad.mapping[1].strip().split("\n")[-1] in around, (name, line)


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({}, "at least one DataFrame"),
        ({"movies": [1, 2]}, "list is no DataFrame"),
        ({"movies": "movies.csv"}, "str is no DataFrame"),
        ({"movies": pd.Series([1, 2])}, "Series is no DataFrame"),
        (pd.DataFrame({"id": [1, 2]}), "got DataFrame, expected a folder or a mapping"),
        ([pd.DataFrame({"id": [1, 2]})], "got list, .*name each table"),
    ],
)
def test_what_is_no_table_is_refused(tables: Any, said: str) -> None:
    with pytest.raises(TableError, match=said):
        read_tables(tables)


def test_a_frame_that_names_a_column_twice_is_refused() -> None:
    frame = pd.DataFrame([[1, 2]], columns=["id", "id"])
    with pytest.raises(TableError, match="two columns are called 'id'"):
        read_tables({"movies": frame})


def test_a_place_in_a_frame_is_a_row() -> None:
    movies = pd.DataFrame({"id": [1, 2, 3]})
    cast = pd.DataFrame({"movie_id": [1, 2, 9], "actor_id": [5, 5, 6]})
    with pytest.raises(TableError) as caught:
        read_tables({"movies": movies, "cast": cast})
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.unit) == ("table cast", 2, "row")
    assert 'table cast, row 2, column "movie_id"' in str(caught.value)


@pytest.mark.parametrize("path", ["nowhere", "file.csv"])
def test_what_is_no_folder_is_refused(path: str, tmp_path: Path) -> None:
    (tmp_path / "file.csv").write_text("id\n1\n")
    with pytest.raises(TableError, match=r"(no such|not a) folder"):
        read_tables(tmp_path / path)


def test_a_mapping_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="cannot be read"):
        read_tables(folder_of(tmp_path, GOOD), tmp_path / "other.toml")


def test_a_mapping_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD | {MAPPING: b'name = "\xff"'})
    with pytest.raises(TableError, match="not UTF-8"):
        read_tables(folder)


def test_there_are_at_least_sixty_kinds() -> None:
    assert len(KINDS) >= 60


def test_the_good_folder_is_good(tmp_path: Path) -> None:
    report: list[str] = []
    graph = read_tables(folder_of(tmp_path, GOOD), label="movies.genre", report=report)
    assert graph.counts == {"director": 3, "movie": 6, "user": 4}
    assert report == []
