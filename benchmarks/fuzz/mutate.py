"""Mutations of bytes, texts and JSON documents, decided by a generator."""

from __future__ import annotations

import json
import random
from typing import Any

NUMBERS = (0, -1, 1, 2**31 - 1, 2**31, 2**53, 2**62, 2**63 - 1, 2**63, -(2**63), 10**30, 10**400)
VALUES: tuple[Any, ...] = (
    *NUMBERS[:-1],
    None,
    True,
    "",
    "x" * 3000,
    "../../etc/passwd",
    "\x1b]0;t\x07\x9b\u202e",
    "\ud800",
    [],
    {},
    [[]],
    [None],
    {"": {}},
    1e308,
    -0.5,
    float("nan"),
    float("inf"),
)
CHUNKS = (
    b"\x00",
    b"\xff" * 8,
    b"\x93NUMPY",
    b"PAR1",
    b"\x1b[2J",
    b"\xe2\x80\xae",
    b"NaN",
    b"1e999",
    b"9" * 400,
    b"\r\n",
    b"\t",
    b'"',
    b"," * 50,
    b"[" * 3000,
)


def mutated_bytes(rng: random.Random, content: bytes, other: bytes = b"") -> bytes:
    """Some changes of bytes: flips, cuts, repeats, numbers, chunks, parts of another input."""
    found = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 4, 16))):
        at = rng.randrange(len(found) + 1)
        end = min(len(found), at + rng.choice((1, 2, 4, 8, 64, 1024)))
        match rng.randrange(8):
            case 0 if at < len(found):
                found[at] ^= 1 << rng.randrange(8)
            case 1 if at < len(found):
                found[at] = rng.randrange(256)
            case 2:
                del found[at:end]
            case 3:
                found[at:at] = found[at:end] * rng.choice((1, 2, 50))
            case 4:
                number = rng.choice(NUMBERS[:-2]) % 2**64
                found[at : at + 8] = number.to_bytes(8, rng.choice(("little", "big")))
            case 5:
                found[at:at] = rng.choice(CHUNKS)
            case 6 if other:
                start = rng.randrange(len(other))
                found[at:end] = other[start : start + rng.randrange(200)]
            case _:
                del found[at:]
    return bytes(found)


def mutated_text(rng: random.Random, text: str, words: tuple[str, ...]) -> str:
    """Some changes of a text: words of its language, other characters, cuts and repeats."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((1, 1, 2, 5, 20)))
        match rng.randrange(5):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + rng.choice(words) + text[at:]
            case 2:
                text = text[:at] + chr(rng.choice((rng.randrange(160), rng.randrange(0x110000))))
                text += text[end:]
            case 3:
                text = text[:at] + text[at:end] * rng.choice((2, 3, 2000)) + text[end:]
            case _:
                text = text[:at] + rng.choice(words) + text[end:]
    return text


def mutated_json(rng: random.Random, content: bytes) -> bytes:
    """One change of the structure of a document: a value, a key or a place; else of its bytes."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return mutated_bytes(rng, content)
    places = list(_places(document))
    if not places or rng.random() < 0.1:
        return json.dumps(rng.choice(VALUES)).encode()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        parent, key = rng.choice(places)
        if isinstance(parent, dict) and key not in parent:
            continue
        if isinstance(parent, list) and key >= len(parent):
            continue
        match rng.randrange(5):
            case 0:
                del parent[key]
            case 1 if isinstance(parent, dict):
                parent[rng.choice(("x", "", "kind", str(key) * 2))] = parent.pop(key)
            case 2 if isinstance(parent, list):
                parent.extend([parent[key]] * rng.choice((1, 3, 500)))
            case _:
                parent[key] = rng.choice(VALUES)
    return json.dumps(document).encode("utf-8", "replace")


def _places(value: Any) -> Any:
    """Every (parent, key) of a document."""
    if isinstance(value, dict | list):
        for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield value, key
            yield from _places(each)
