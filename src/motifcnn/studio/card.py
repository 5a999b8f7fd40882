"""A motif as a card: pattern, sentence, roles, drawing and what was measured."""

from __future__ import annotations

from motifcnn.graph.schema import Schema
from motifcnn.motif.motif import Motif
from motifcnn.motif.words import in_words
from motifcnn.studio.answer import Answer
from motifcnn.studio.drawing import Drawing, drawing, role_colours
from motifcnn.studio.measure import Measured


class RoleView(Answer):
    """A role: its label, its node type, how many nodes share it, and its colour."""

    label: str
    node_type: str
    members: int
    colour: int


class Card(Answer):
    """A motif.

    Parameters
    ----------
    measured : Measured, optional
        Missing as long as the worker has not come to it.
    cancelled : bool
        Whether what is missing was cancelled.
    """

    pattern: str
    words: str
    target: str
    roles: list[RoleView]
    drawing: Drawing
    measured: Measured | None = None
    cancelled: bool = False


def make_card(motif: Motif, schema: Schema) -> Card:
    """Describes a motif to people, without what is measured.

    Examples
    --------
    >>> import motifcnn as mc
    >>> motif = Motif.parse("(t:package)--(m:maintainer)--(c:package)")
    >>> card = make_card(motif, mc.load_dataset("debian").schema)
    >>> card.words, [role.label for role in card.roles]
    ('packages that share a maintainer', ['m', 'c'])
    """
    colours = role_colours(motif)
    return Card(
        pattern=str(motif),
        words=in_words(motif, schema),
        target=motif.target_type,
        roles=[
            RoleView(
                label=role.label,
                node_type=role.node_type,
                members=len(role.members),
                colour=colours[role.members[0]],
            )
            for role in motif.roles
        ],
        drawing=drawing(motif),
    )
