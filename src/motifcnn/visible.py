"""Text of strangers, made safe to show: what a terminal would obey becomes a visible escape."""

from __future__ import annotations

import json
import re

# Categories Cc (C0, DEL, C1), Cf (bidi overrides and isolates, zero-width), Cs, Zl and Zp.
_UNSAFE = (
    "\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001"
    "\U000e0020-\U000e007f"
)
_ALL = re.compile(f"[{_UNSAFE}]")
_BUT_LINES = re.compile(f"(?![\\n\\t])[{_UNSAFE}]")
_NAMED = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def visible(text: str, *, lines: bool = False) -> str:
    r"""The text with every control, format and surrogate character as a visible escape.

    Parameters
    ----------
    text : str
    lines : bool
        Keep line ends and tabs.

    Examples
    --------
    >>> print(visible("\x1b]0;owned\x07 \u202etxt.exe"))
    \x1b]0;owned\x07 \u202etxt.exe
    >>> print(visible("a\nb"), visible("Müller"))
    a\nb Müller
    """
    return (_BUT_LINES if lines else _ALL).sub(lambda match: _escape(match[0]), text)


def visible_json(value: object, *, indent: int | None = None) -> str:
    r"""JSON that is safe to show: letters stay, unsafe characters are escapes of JSON.

    Examples
    --------
    >>> print(visible_json({"name": "Müller\x9b\u202e"}))
    {"name": "Müller\u009b\u202e"}
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    return _BUT_LINES.sub(lambda match: json.dumps(match[0])[1:-1], text)


def _escape(character: str) -> str:
    code = ord(character)
    if character in _NAMED:
        return _NAMED[character]
    return (
        f"\\x{code:02x}"
        if code < 0x100
        else f"\\u{code:04x}"
        if code < 0x10000
        else (f"\\U{code:08x}")
    )
