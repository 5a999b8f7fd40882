"""Verbs in the names of relations: "depends", "written by"."""

from __future__ import annotations

from motifcnn.motif.nouns import VOWELS

PREPOSITIONS = frozenset(
    ("about", "at", "by", "for", "from", "in", "into", "of", "on", "over", "to", "under", "with")
)
_PARTICLES = {
    "acts": "in",
    "belongs": "to",
    "depends": "on",
    "links": "to",
    "lives": "in",
    "participates": "in",
    "points": "to",
    "refers": "to",
    "relates": "to",
    "replies": "to",
    "works": "for",
}
_BASE_OF = {"does": "do", "goes": "go", "has": "have", "is": "are"}
# Participle and past of verbs that do not end in "ed".
_IRREGULAR = {
    "build": ("built", "built"),
    "buy": ("bought", "bought"),
    "choose": ("chosen", "chose"),
    "draw": ("drawn", "drew"),
    "drive": ("driven", "drove"),
    "eat": ("eaten", "ate"),
    "find": ("found", "found"),
    "fly": ("flown", "flew"),
    "give": ("given", "gave"),
    "hold": ("held", "held"),
    "know": ("known", "knew"),
    "lead": ("led", "led"),
    "make": ("made", "made"),
    "pay": ("paid", "paid"),
    "read": ("read", "read"),
    "run": ("run", "ran"),
    "see": ("seen", "saw"),
    "sell": ("sold", "sold"),
    "send": ("sent", "sent"),
    "sing": ("sung", "sang"),
    "speak": ("spoken", "spoke"),
    "take": ("taken", "took"),
    "teach": ("taught", "taught"),
    "tell": ("told", "told"),
    "win": ("won", "won"),
    "write": ("written", "wrote"),
}
_PAST_OF = dict(_IRREGULAR.values())


def is_verb(word: str) -> bool:
    """Whether a word looks like a verb in the third person.

    Examples
    --------
    >>> [is_verb(word) for word in ("cites", "has", "friend", "class")]
    [True, True, False, False]
    """
    return word in _BASE_OF or (len(word) > 3 and word.endswith("s") and word[-2] not in "suix")


def base_of(verb: str) -> str:
    """The verb after a plural.

    Examples
    --------
    >>> [base_of(verb) for verb in ("cites", "replies", "watches", "is")]
    ['cite', 'reply', 'watch', 'are']
    """
    if verb in _BASE_OF:
        return _BASE_OF[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "xes")) else verb[:-1]


def particle_of(verb: str) -> str:
    """The preposition that English adds to a verb, such as "on" to "depends"; or nothing."""
    return _PARTICLES.get(verb, "")


def participle_of(base: str) -> str:
    """The past participle.

    Examples
    --------
    >>> [participle_of(base) for base in ("cite", "suggest", "reply", "tag", "write")]
    ['cited', 'suggested', 'replied', 'tagged', 'written']
    """
    if base in _IRREGULAR:
        return _IRREGULAR[base][0]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in VOWELS:
        return base[:-1] + "ied"
    short = len(base) == 3 and base[1] in VOWELS and base[0] not in VOWELS
    return base + (base[-1] if short and base[-1] not in "wxy" + VOWELS else "") + "ed"


def past_of(participle: str) -> str | None:
    """The past tense of a participle; None for a word that is no participle.

    Examples
    --------
    >>> past_of("written"), past_of("directed"), past_of("part")
    ('wrote', 'directed', None)
    """
    return _PAST_OF.get(participle, participle if participle.endswith("ed") else None)
