"""Standard output and error that pass on text only: the one door to the terminal.

Whatever writes to them, be it a verb, a warning, a log or another library, its control characters
become visible escapes. On a terminal the styles and the moves of the cursor that rich writes pass;
`motifcnn.cli.show.screen` escapes names before rich sees them, so those are never of a name.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from motifcnn.visible import visible

# Colours, moves and erasing as rich writes them; no titles, links, clipboards or questions.
_STYLES = re.compile(r"(\x1b\[[0-9;]*[mABCDGHJK]|\x1b\[\?25[lh]|\r)")


class SafeStream(io.TextIOBase):
    r"""A stream that writes to another one what is safe to show.

    Parameters
    ----------
    stream : text stream

    Examples
    --------
    >>> under = io.StringIO()
    >>> _ = SafeStream(under).write("a\x1b]0;title\x07\n")
    >>> print(under.getvalue(), end="")
    a\x1b]0;title\x07
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(self.stream, "encoding", None) or "utf-8"

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return getattr(self.stream, "errors", None)

    def write(self, text: str) -> int:
        """Writes the text; what the encoding of the stream does not have is escaped as well."""
        parts = _STYLES.split(text) if self.isatty() else [text]
        parts[::2] = [visible(part, lines=True) for part in parts[::2]]
        shown = "".join(parts)
        self.stream.write(shown.encode(self.encoding, "backslashreplace").decode(self.encoding))
        return len(text)

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        """Whether the stream below is a terminal."""
        return not self.stream.closed and self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()


@contextmanager
def safe_streams() -> Iterator[None]:
    """Makes standard output and error safe while it lasts."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        stream if isinstance(stream, SafeStream) else SafeStream(stream) for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
