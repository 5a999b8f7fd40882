"""JSON documents of a stored value: each has one schema, which every value in it must fit."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from motifcnn.errors import StoreError
from motifcnn.readable import clipped, shown

T = TypeVar("T")
Count = Annotated[int, Field(ge=0, lt=2**63)]
Integer = Annotated[int, Field(ge=-(2**63), lt=2**63)]


class Document(BaseModel):
    """A JSON object with exactly these keys; numbers are finite, and nothing is converted.

    Dataclasses in it are held to the same.

    Examples
    --------
    >>> class Note(Document):
    ...     nodes: Count
    >>> parse_document(b'{"nodes": 3}', Note, "note.json").nodes
    3
    >>> parse_document(b'{"nodes": -1}', Note, "note.json")
    Traceback (most recent call last):
    motifcnn.errors.StoreError: note.json: nodes is -1: input should be greater than or equal to 0
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


def parse_document(data: bytes, schema: type[T], where: str) -> T:
    """The value of a JSON text; a `StoreError` with the place of what does not fit the schema.

    The parser refuses what is nested deeper than 200 levels, and numbers of more than 4,300 digits.

    Parameters
    ----------
    data : bytes
    schema : a `Document`, or any type that pydantic validates
    where : str
        Begins the message of an error.
    """
    try:
        adapter: TypeAdapter[T] = _adapter(schema)  # type: ignore[arg-type]
        return adapter.validate_json(data)
    except ValidationError as error:
        raise StoreError(f"{where}: {_explained(error)}") from None
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{where}: not JSON ({clipped(str(error))})") from error


@cache
def _adapter(schema: Any) -> TypeAdapter[Any]:
    return TypeAdapter(schema)


def _explained(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    message = clipped(first["msg"][0].lower() + first["msg"][1:])
    if first["type"] == "json_invalid":
        return f"not JSON ({message})"
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] == "missing":
        return f"{clipped(place)!r} is missing"
    if first["type"] == "extra_forbidden":
        return f"{clipped(place)!r} is not known here; a newer release may have written it"
    return f"{clipped(place) or 'the document'} is {shown(first['input'])}: {message}"
