"""Formulas of docstrings, `.. math::` there, as the `$$` of the site's pages."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

# The directive, its formula, and the lines that go on with it: indented, up to an empty one.
DIRECTIVE = re.compile(r"^\.\. math::[ \t]*(.*(?:\n[ \t]+\S.*)*)", re.MULTILINE)


class MathDirective(Extension):
    """Rewrites the docstring of every object that is loaded."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Formulas become blocks of their own."""
        if obj.docstring is not None:
            obj.docstring.value = DIRECTIVE.sub(
                lambda found: "$$\n" + " ".join(found[1].split()) + "\n$$", obj.docstring.value
            )
