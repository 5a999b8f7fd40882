"""Tokens of pattern text with their positions, and the error that points at one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from motifcnn.errors import MotifError

# A word may hold single hyphens between letters, so that `(t:author--(p:paper)` is a missing
# bracket and not a long name.
WORD = re.compile(r"[\w.]+(?:-[\w.]+)*")
_QUOTED = re.compile(r"`((?:[^`]|``)*)`")
_SYMBOLS = "()[]:,-<>"


@dataclass(frozen=True)
class Token:
    """A symbol, word or back-quoted word, or the end of the text."""

    kind: str
    value: str
    at: int

    def __str__(self) -> str:
        return "the end of the text" if self.kind == "end" else f'"{self.value}"'


def tokenize(text: str) -> list[Token]:
    """The tokens of a pattern; the last one is of kind "end".

    Examples
    --------
    >>> [token.value for token in tokenize("(t:paper)--")]
    ['(', 't', ':', 'paper', ')', '-', '-', '']
    """
    tokens = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] in _SYMBOLS:
            tokens.append(Token(text[at], text[at], at))
            at += 1
        elif match := WORD.match(text, at):
            tokens.append(Token("word", match.group(), at))
            at = match.end()
        elif match := _QUOTED.match(text, at):
            if not match.group(1):
                raise pointing_error(
                    text,
                    at,
                    "a back-quoted name is empty",
                    "write the name between the back quotes",
                )
            tokens.append(Token("word", match.group(1).replace("``", "`"), at))
            at = match.end()
        elif text[at] == "`":
            raise pointing_error(
                text, at, "a back quote is never closed", 'end the name with another "`"'
            )
        else:
            raise pointing_error(
                text,
                at,
                f"unexpected character {text[at]!r}",
                "names are letters, digits, _, - and .; "
                "put any other name between back quotes, as in (t:`research paper`)",
            )
    return [*tokens, Token("end", "", len(text))]


def quoted(name: str) -> str:
    """The name as it is written in a pattern: in back quotes unless it is a plain word."""
    return name if WORD.fullmatch(name) else "`" + name.replace("`", "``") + "`"


def pointing_error(text: str, at: int, problem: str, next_step: str) -> MotifError:
    """An error with the line of the text, a caret under the character, and what to do."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : len(text) if end < 0 else end].replace("\t", " ")
    number = text.count("\n", 0, at) + 1
    place = f"character {at - start + 1}" + (f" of line {number}" if "\n" in text else "")
    return MotifError(
        f"cannot read the motif at {place}: "
        f"{problem}.\n  {line}\n  {' ' * (at - start)}^\n  {next_step}"
    )
