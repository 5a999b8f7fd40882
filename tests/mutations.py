"""Mutations of stored files: what damage, mistakes and attackers make of them.

`mutated` changes the bytes of a file by its kind: bits and lengths of any file, values of JSON,
headers of arrays, cells of tables. All of it follows from the generator that is given.
"""

from __future__ import annotations

import gzip
import io
import json
import struct
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

NUMBERS = [-1, 0, 1, 2, 7, 255, 2**31, 10**8, 2**40, 2**62, 2**63, 2**64, -(2**63) - 1, 10**30]
FLOATS = [0.5, -0.5, 1e308, float("nan"), float("inf"), -float("inf")]
TEXTS = [
    "",
    "x",
    "\0",
    "a\nb",
    "../../etc/passwd",
    "/etc/passwd",
    "paper",
    "<U20000000",
    "|O",
    ">i8",
    "x" * 3000,
    "\u202e\u009b\x1b[31m",
    "=1+1",
    "nan",
    "1" * 5000,
]
OTHERS: list[Any] = [None, True, False, [], {}, [[]], [1, 2], {"a": 1}, [None], [{}]]
DTYPES = ["<i8", "<i4", ">i8", "<f8", "|O", "<U7", "|b1", "<u8", "<c16", "|V8", "<M8[us]", "|S3"]
SAFE_DTYPES = ["BF16", "F8_E4M3", "F8_E5M2", "F16", "I8", "U64", "BOOL", "X", "F32", "F64"]


def mutated(random: Random, name: str, data: bytes) -> bytes:
    """The bytes of a file of this name, changed in one to three places."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = _mutated_once(random, name, data)
    return data


def mutated_text(random: Random, text: str) -> str:
    """A text with letters, words and symbols changed, moved, repeated or left out."""
    at, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
    part = text[at:end]
    choice = random.randrange(7)
    if choice == 0:
        return text[:at] + text[end:]
    if choice == 1:
        return text[:at] + part * random.choice((2, 3, 1000)) + text[end:]
    if choice == 2:
        return text[:at] + random.choice(TEXTS) + text[at:]
    if choice == 3:
        return text[:at] + chr(random.choice((0, 9, 34, 45, 96, 0x202E, 0x1F600))) + text[at:]
    if choice == 4:
        return text[end:] + part + text[:at]
    if choice == 5:
        return text[:at] + str(random.choice(NUMBERS + FLOATS)) + text[end:]
    symbol = random.choice("()[]{}:,-<>`'\"\t\n;|#=")
    return text[:at] + symbol * random.choice((1, 2, 100)) + text[at:]


def mutated_value(random: Random, value: Any) -> Any:
    """A JSON value with one value in it replaced, removed or added."""
    value = json.loads(json.dumps(value))
    places = list(_places(value))
    if not places or random.random() < 0.03:
        return random.choice(OTHERS + NUMBERS + TEXTS)
    parent, key = random.choice(places)
    choice = random.random()
    if choice < 0.15:
        del parent[key]
    elif choice < 0.25 and isinstance(parent, dict):
        parent[random.choice(TEXTS)] = parent[key]
    elif choice < 0.25:
        parent.insert(key, parent[key])
    else:
        parent[key] = random.choice(NUMBERS + FLOATS + TEXTS + OTHERS)
    return value


def _places(value: Any) -> Any:
    items = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    for key, each in items:
        yield value, key
        yield from _places(each)


def _mutated_once(random: Random, name: str, data: bytes) -> bytes:
    if random.random() < 0.3:
        return _bytes(random, data)
    try:
        return _BY_KIND.get(name.rpartition(".")[2], _bytes)(random, data)
    except Exception:  # mutated before to something that is no longer of its kind
        return _bytes(random, data)


def _bytes(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    at = random.randrange(len(data)) if data else 0
    choice = random.randrange(7)
    if choice == 0:
        return bytes(changed[:at])
    if choice == 1:
        return bytes(changed[:at]) + random.randbytes(random.randrange(20)) + bytes(changed[at:])
    if choice == 2:
        return b"" if random.random() < 0.1 else bytes(changed[at:] + changed[:at])
    if choice == 3 and len(changed) > 8:
        place = random.randrange(len(changed) - 8)
        number = random.choice((-1, 0, 2**31 - 1, 2**40, 2**62, -(2**63)))
        changed[place : place + 8] = struct.pack("<q", number)
        return bytes(changed)
    for _ in range(random.choice((1, 1, 4, 16))):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _json(random: Random, data: bytes) -> bytes:
    choice = random.random()
    if choice < 0.04:
        return random.choice((b"[" * 100_000, b"1" * 5000, b"\xff\xfe", b"null", b"[]", b"{}"))
    if choice < 0.1:  # an integer that Python does not read
        text = json.dumps(mutated_value(random, json.loads(data)))
        return text.replace(": 1", ": " + "9" * 5000, 1).encode()
    return json.dumps(mutated_value(random, json.loads(data))).encode()


def _npy(random: Random, data: bytes) -> bytes:
    values = np.load(io.BytesIO(data))
    choice = random.randrange(8)
    if choice < 3 and values.size and values.dtype.kind in "iuf":
        changed = values.copy()
        number = random.choice((-1, 0, 1, 2, 2**30, 2**31 - 1, 2**62, -(2**62)))
        for _ in range(random.choice((1, 2, 3))):
            place = random.randrange(changed.size)
            changed.flat[place] = np.array(number).astype(changed.dtype)
        return _saved(changed)
    if choice == 3 and values.size:
        return _saved(np.roll(values, 1) if random.random() < 0.5 else values[::-1].copy())
    if choice == 4:
        archive = io.BytesIO()
        np.savez(archive, values)
        return archive.getvalue()
    if choice == 5:
        return _saved(values.astype(random.choice(("<i4", ">i8", "<f8", "<u8", "|b1"))))
    if choice == 6:
        return _saved(values[: values.size // 2] if values.ndim else values)
    length = struct.unpack("<H", data[8:10])[0]
    header = data[10 : 10 + length].decode("latin-1")
    old, new = random.choice(
        [
            ("'descr': '<", "'descr': '" + random.choice(DTYPES)[0]),
            ("(", f"({random.choice(NUMBERS)},"),
            (f"({values.shape[0] if values.ndim else ''}", f"({random.choice(NUMBERS)}"),
            ("False", random.choice(("True", "(", "open", "1e", '"""'))),
            (str(values.dtype.str), random.choice(DTYPES)),
            ("}", random.choice(("", "}}", "," * 40, "(" * 500))),
        ]
    )
    changed_header = header.replace(old, new, 1).encode("latin-1", "replace")
    return (
        data[:8]
        + struct.pack("<H", len(changed_header) % 2**16)
        + changed_header
        + data[10 + length :]
    )


def _saved(values: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, values, allow_pickle=False)
    return file.getvalue()


def _zip(random: Random, data: bytes) -> bytes:
    """An archive with one member changed, left out, repeated or blown up."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [(entry.filename, archive.read(entry)) for entry in archive.infolist()]
    at = random.randrange(len(members))
    name, content = members[at]
    choice = random.random()
    if choice < 0.1:
        del members[at]
    elif choice < 0.15:
        members.append((name, content))
    elif choice < 0.2:
        members[at] = (name, content + b"\0" * 3_000_000)
    else:
        members[at] = (name, _mutated_once(random, name, content))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, inside in members:
            archive.writestr(zipfile.ZipInfo(each), inside, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _parquet(random: Random, data: bytes) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    table = parquet.ParquetFile(pa.BufferReader(data)).read()
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    name = random.choice(list(columns))
    values = columns[name]
    choice = random.randrange(8)
    if choice == 0:
        del columns[name]
    elif choice == 1:
        columns[random.choice(TEXTS)] = values
    elif choice == 2:
        columns = {each: cells[: len(cells) // 2] for each, cells in columns.items()}
    elif choice == 3:
        columns = {each: cells * 3 for each, cells in columns.items()}
    elif choice == 4:
        columns[name] = [str(value) for value in values]
    elif choice == 5:
        columns[name] = [random.choice(([], None, {"a": 1}, True, 1.5))] * len(values)
    elif choice == 6 and values:
        columns[name] = [random.choice((0, -1, 2**40, 2**63 - 1))] * len(values)
    elif values:
        place = random.randrange(len(values))
        number = random.choice([n for n in NUMBERS if -(2**63) <= n < 2**63])
        values[place] = random.choice((None, number, type(values[place] or 0)(1)))
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table(columns), sink, compression=random.choice(("zstd", "none")))
    return bytes(sink.getvalue().to_pybytes())


def _safetensors(random: Random, data: bytes) -> bytes:
    length = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8 : 8 + length]), bytearray(data[8 + length :])
    choice = random.random()
    if choice < 0.3 and header:
        header[random.choice(list(header))]["dtype"] = random.choice(SAFE_DTYPES)
    elif choice < 0.6:
        header = mutated_value(random, header)
    elif len(body) >= 4:
        at = random.randrange(len(body) // 4) * 4
        body[at : at + 4] = struct.pack("<f", random.choice((float("nan"), float("inf"), -1, 1e30)))
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + bytes(body)


def _gzip(random: Random, data: bytes) -> bytes:
    return gzip.compress(_text(random, gzip.decompress(data)))


def _text(random: Random, data: bytes) -> bytes:
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    at = random.randrange(len(lines))
    choice = random.randrange(5)
    if choice == 0:
        del lines[at]
    elif choice == 1:
        lines.insert(random.randrange(len(lines)), lines[at])
    else:
        cells = lines[at].split("\t")
        cell = random.randrange(len(cells))
        cells[cell] = (
            str(random.choice(NUMBERS + FLOATS + TEXTS))
            if choice < 4
            else mutated_text(random, cells[cell])
        )
        lines[at] = "\t".join(cells)
    return "\n".join(lines).encode("utf-8", "surrogateescape")


_BY_KIND: dict[str, Callable[[Random, bytes], bytes]] = {
    "json": _json,
    "npy": _npy,
    "npz": _zip,
    "xlsx": _zip,
    "zip": _zip,
    "parquet": _parquet,
    "safetensors": _safetensors,
    "gz": _gzip,
    "tsv": _text,
    "csv": _text,
    "txt": _text,
    "toml": _text,
    "xml": _text,
}
