"""Type names as English nouns: singular, plural, article, number words."""

from __future__ import annotations

import re

VOWELS = "aeiou"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth")
_PLURAL_OF = {
    "bus": "buses",
    "child": "children",
    "cookie": "cookies",
    "man": "men",
    "movie": "movies",
    "people": "people",
    "series": "series",
    "species": "species",
    "status": "statuses",
    "virus": "viruses",
    "woman": "women",
    "zombie": "zombies",
}
_SINGULAR_OF = {many: one for one, many in _PLURAL_OF.items()} | {"people": "person"}
_HISSING = ("ss", "us", "x", "z", "ch", "sh")
_LIKE_YOU = ("uni", "use", "usa", "usu", "eu", "one", "ura")  # vowels that sound like consonants


def words_of(name: str) -> list[str]:
    """The words of a name that is written in any of the usual ways.

    Capitals are kept only in words of capitals.

    Examples
    --------
    >>> words_of("package-depends-library"), words_of("writtenBy"), words_of("TV_show")
    (['package', 'depends', 'library'], ['written', 'by'], ['TV', 'show'])
    """
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    found = re.findall(r"[^\W_]+", parts) or [name]
    return [word if len(word) > 1 and word.isupper() else word.lower() for word in found]


def plural(name: str) -> str:
    """The plural of a type name; a name that is a plural already stays.

    Examples
    --------
    >>> [plural(name) for name in ("library", "person", "movie", "box", "class", "authors")]
    ['libraries', 'persons', 'movies', 'boxes', 'classes', 'authors']
    """
    *before, word = words_of(name)
    return " ".join([*before, _plural(word)])


def singular(name: str) -> str:
    """The singular of a type name, which may be a plural, as names of tables are.

    Examples
    --------
    >>> [singular(name) for name in ("libraries", "movies", "boxes", "class", "author")]
    ['library', 'movie', 'box', 'class', 'author']
    """
    *before, word = words_of(name)
    return " ".join([*before, _singular(word)])


def with_article(noun: str) -> str:
    """A singular noun after "a" or "an".

    Examples
    --------
    >>> [with_article(noun) for noun in ("author", "user", "paper")]
    ['an author', 'a user', 'a paper']
    """
    sounds = noun.lower()
    return f"{'an' if sounds[:1] in VOWELS and not sounds.startswith(_LIKE_YOU) else 'a'} {noun}"


def _plural(word: str) -> str:
    if word in _PLURAL_OF or word in _SINGULAR_OF:
        return _PLURAL_OF.get(word, word)
    if word.endswith(_HISSING):
        return word + "es"
    if word.endswith("is"):
        return word[:-2] + "es"
    if word.endswith("s"):
        return word
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def _singular(word: str) -> str:
    if word in _SINGULAR_OF or word in _PLURAL_OF:
        return _SINGULAR_OF.get(word, word)
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(tuple(f"{end}es" for end in ("ss", "x", "zz", "ch", "sh"))):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
