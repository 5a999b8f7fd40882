"""Names of tables and columns as words: what a column is named after."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+")
_KEY_WORDS = frozenset(
    {"id", "ids", "key", "code", "no", "nr", "num", "number", "uuid", "guid", "fk", "pk", "ref"}
)
_IDS = frozenset({"id", "ids", "key", "uuid", "guid", "fk", "pk"})
# Words that end in "id" without being an id.
_NO_ID = frozenset(
    {
        *("acid", "aid", "amid", "android", "asteroid", "avoid", "bid", "covid", "david", "fluid"),
        *("grid", "humid", "hybrid", "invalid", "kid", "lipid", "liquid", "madrid", "mid", "paid"),
        *("prepaid", "raid", "rapid", "rigid", "said", "solid", "squid", "unpaid", "valid", "void"),
    }
)
# Plain plurals and words whose last letter is no plural.
_SAME = frozenset(
    {"series", "species", "news", "goods", "sms", "gps", "sales", "address", "status"}
)
GENERIC = frozenset({"id", "key", "code", "name", "title", "index", "uuid", "label", "type"})
TIMES = frozenset(
    {
        *("age", "date", "day", "hour", "minute", "month", "quarter", "rank", "season", "second"),
        *("time", "timestamp", "week", "year"),
    }
)

# What plurals of languages beside English add to a word: Kunde-n, Produkt-e, autor-es, client-i.
_PLURALS = ("e", "n", "en", "es", "i", "s")
_LONG_WORD = 5  # letters from which on such an ending is no coincidence

_ENDS = (
    ("source", "target"),
    ("src", "dst"),
    ("from", "to"),
    ("head", "tail"),
    ("follower", "followee"),
    ("citing", "cited"),
)


def words(name: str) -> list[str]:
    """The words of a name in lower case; a trailing "id" is one of them.

    Examples
    --------
    >>> words("playerID"), words("home_team_id"), words("movieid"), words("Total Paid")
    (['player', 'id'], ['home', 'team', 'id'], ['movie', 'id'], ['total', 'paid'])
    """
    found = [word.lower() for word in _WORD.findall(name)]
    if found and re.fullmatch(r"[a-z]{2,}id", found[-1]) and found[-1] not in _NO_ID:
        found[-1:] = [found[-1][:-2], "id"]
    return found


def singular(word: str) -> str:
    """The singular of a plural that is plain to see; other words stay.

    Examples
    --------
    >>> [singular(word) for word in ("movies", "Categories", "class", "People", "boxes", "status")]
    ['movie', 'Category', 'class', 'People', 'box', 'status']
    """
    lower = word.lower()
    if len(word) < 4 or lower in _SAME or lower.endswith(("ss", "us", "is", "as")):
        return word
    if lower.endswith("ies") and lower != "movies" and lower not in ("cookies", "zombies"):
        return word[:-3] + "y"
    if lower.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if lower.endswith("s") else word


def type_of_table(name: str) -> str:
    """The name of a node type: that of its table, its last word in the singular.

    Examples
    --------
    >>> type_of_table("order_items")
    'order_item'
    """
    found = re.search(r"[^\W\d_]+$", name)
    return name if found is None else name[: found.start()] + singular(found[0])


def type_of_column(column: str) -> str:
    """The name of a node type that has no table, from a column with its keys.

    Examples
    --------
    >>> type_of_column("userId")
    'user'
    """
    return relation_of_column(column).lower()


def stem(column: str) -> list[str]:
    """The words of a column without those that only say that it holds keys.

    Examples
    --------
    >>> stem("home_team_id"), stem("country_code"), stem("id")
    (['home', 'team'], ['country'], [])
    """
    found = words(column)
    while found and found[-1] in _KEY_WORDS:
        found.pop()
    return found


def is_id(column: str) -> bool:
    """Whether the name says that the column holds ids of something that it names.

    Examples
    --------
    >>> is_id("userId"), is_id("id"), is_id("paid"), is_id("yearID"), is_id("zip_code")
    (True, False, False, False, False)
    """
    found = words(column)
    return (
        len(found) > 1
        and found[-1] in _IDS
        and bool(stem(column))
        and stem(column)[-1] not in TIMES
    )


def named_after(column: str, table: str, key: str | None = None) -> bool:
    """Whether a column is named after a table, or as the key of that table.

    Examples
    --------
    >>> named_after("home_team_id", "teams"), named_after("tailnum", "planes", "tailnum")
    (True, True)
    >>> named_after("name", "cities", "name"), named_after("kunde", "Kunden", "nr")
    (False, True)
    """
    if key is not None and column.lower() == key.lower() and column.lower() not in GENERIC:
        return True
    own, of_table = stem(column), words(table)
    if not own or not of_table:
        return False
    one, whole = singular(own[-1]), singular(of_table[-1])
    if one == whole or _is_plural(whole, of=one):
        return True
    joined = "".join([*of_table[:-1], whole])
    if "".join([*own[:-1], one]) == joined:
        return True
    of_key = stem(key) if key is not None else []
    return len(of_key) > 0 and of_key[-1] not in GENERIC and of_key == own


def _is_plural(word: str, of: str) -> bool:
    """Whether a word is another one and an ending of plurals."""
    return len(of) >= _LONG_WORD and word in {of + ending for ending in _PLURALS}


def relation_of_column(column: str) -> str:
    """The name of the relation that a column of keys makes.

    Examples
    --------
    >>> relation_of_column("parent_id"), relation_of_column("countryCode"), relation_of_column("id")
    ('parent', 'country', 'id')
    """
    found = re.sub(r"(?i)[ ._-]?(id|ids|key|code|uuid|fk)$", "", column).strip(" ._-")
    if re.fullmatch(r"[a-z]+", column) and column in _NO_ID:
        return column
    return found or column


def link_ends(columns: Iterable[str]) -> tuple[str, str] | None:
    """The two columns that are named as the ends of links, if there are such.

    Examples
    --------
    >>> link_ends(["weight", "Source", "Target"]), link_ends(["source", "price"])
    (('Source', 'Target'), None)
    """
    by_name = {found[0]: name for name in columns if (found := words(name))}
    return next(
        ((by_name[one], by_name[two]) for one, two in _ENDS if one in by_name and two in by_name),
        None,
    )
