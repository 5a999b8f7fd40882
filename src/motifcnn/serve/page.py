"""The page of the API: its routes from the OpenAPI document, without scripts."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from motifcnn.html import block, table
from motifcnn.visible import visible_json

_PAGE = Markup(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>{body}</html>'
)


def page_of(document: dict[str, Any]) -> str:
    """A page with the routes, the bodies that they take, and a link to the document.

    Parameters
    ----------
    document : dict
        OpenAPI.

    Examples
    --------
    >>> found = page_of({"info": {"title": "a <b>", "description": ""}, "paths": {}})
    >>> "a &lt;b&gt;" in found
    True
    """
    info = document["info"]
    rows = [
        (method.upper(), path, route.get("description", ""))
        for path, methods in document["paths"].items()
        for method, route in methods.items()
    ]
    schemas = document.get("components", {}).get("schemas", {})
    bodies = Markup("").join(
        Markup("<h2>{}</h2><pre>{}</pre>").format(name, visible_json(schema, indent=2))
        for name, schema in schemas.items()
    )
    link = Markup('<p><a href="openapi.json">openapi.json</a></p>')
    about = Markup("<p>{}</p>").format(info.get("description", ""))
    body = block(info["title"], about, table(("method", "path", "answer"), rows), link, bodies)
    return str(_PAGE.format(title=info["title"], body=Markup(body)))
