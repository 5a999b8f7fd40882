"""Config: every choice that makes a Motif-CNN, and the presets that the papers, their code and we settled on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings

Activation = Literal["relu", "elu"]
Attention = Literal["per-motif", "shared", "shared-unscaled"]
Combine = Literal["attention", "weighted-sum", "mean", "concatenate"]
Normaliser = Literal["instances", "role"]


@dataclass(frozen=True)
class Config(Settings):
    """Settings of a Motif-CNN and of its training; those of inputs and training are described in `Settings`.

    Parameters
    ----------
    filters : tuple of int
        Width of each motif convolution, first layer first.
    dense : tuple of int
        Width of each dense layer between the last convolution and the output.
    activation : {"relu", "elu"}
    normaliser : {"instances", "role"}
        See `motifcnn.tensor.operator`.
    combine, last_combine : {"attention", "weighted-sum", "mean", "concatenate"}
        How the units of one node's motifs become one vector, in all layers but the last and in the
        last.
    attention : {"per-motif", "shared", "shared-unscaled"}
        One z per motif, scaled (preprint); one z for all, scaled (2019); one z for all, unscaled
        (released code).
    wide : bool
        One convolution in its wide form (see `motifcnn.nn.wide`): the products of all motifs with
        the inputs are computed once, and units are added up before the activation instead of being
        combined after it.
    unit_rows : bool
        In the wide form: rows of each product have length 1.
    motif_dropout : float
        In the wide form: share of (node, product) pairs that a training step leaves out.
    carry : int
        In the wide form: features that were projected feed in their full width as well, carried so
        many steps over all relations (see `motifcnn.nn.carried`); 0 feeds in the targets' own, -1
        none.
    members : int
        In the wide form: how many networks, whose logits are averaged. Each has a start of its own
        and drops units of its own; the inputs that a step leaves out are the same for all, so that
        they are drawn and read once.
    averaging : float
        In the wide form: predictions come from a running mean of the weights with which steps
        began, of which each step keeps this share; 0 takes the weights that the last step left.
    roles : bool
        False is the role-agnostic ablation: one matrix per motif and node type.
    bias : bool
    batch_norm : bool
        Units are normalised over nodes before the activation, so that motifs of any density start
        with the same say.
    self_weight : float
        Start of W_0, as a share of Glorot's range.
    motif_nodes, path_nodes : int
        Sizes of the largest motif and of the longest path from the target when the user names no
        motifs.
    most_motifs : int
        In the wide form: how many of those to keep, the ones that the most targets have.

    Examples
    --------
    >>> Config(filters=(64, 32), activation="elu").filters
    (64, 32)
    """

    filters: tuple[int, ...] = (64,)
    dense: tuple[int, ...] = ()
    activation: Activation = "relu"
    normaliser: Normaliser = "instances"
    combine: Combine = "attention"
    last_combine: Combine = "attention"
    attention: Attention = "per-motif"
    wide: bool = False
    unit_rows: bool = True
    motif_dropout: float = 0.0
    carry: int = -1
    members: int = 1
    averaging: float = 0.0
    roles: bool = True
    bias: bool = False
    batch_norm: bool = False
    self_weight: float = 1.0
    motif_nodes: int = 3
    path_nodes: int = 0
    most_motifs: int = 48

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_widths("filters", "dense")
        self.require_positive("members", "most_motifs")
        if not self.filters:
            raise ConfigError("filters: a network has at least one convolution")
        if not (isinstance(self.carry, int) and self.carry >= -1):
            raise ConfigError(
                f"carry must be a number of steps, 0 or more, or -1 for none; got {self.carry!r}"
            )
        for name in ("motif_dropout", "averaging"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(
                    f"{name} must be at least 0 and under 1, got {getattr(self, name)}"
                )
        if self.wide and len(self.filters) > 1:
            raise ConfigError(
                f"filters: the wide form has one convolution, got {self.filters}; use `dense` for more layers"
            )

    def counted(self, motif: Motif) -> Motif:
        """The motif with the roles that this network tells apart.

        Without roles a motif has one matrix per node type. One that is seen through its context
        alone has no roles to lose, and must not gain what it is not to see.

        Examples
        --------
        >>> path = Motif.parse("(t:paper)--(a:author)--(c:paper)")
        >>> [role.label for role in Config(roles=False).counted(path.with_roles("context")).roles]
        ['c']
        """
        return motif if self.roles or motif.role_rule == "context" else motif.with_roles("none")


PRESETS: dict[str, Config] = {
    "preprint": Config(filters=(64, 64, 64), attention="per-motif", epochs=200, window=10),
    "asonam": Config(
        filters=(64, 32), attention="shared", weight_decay=1e-5, dropout=0.5, epochs=200, window=10
    ),
    "code": Config(
        filters=(64, 32, 10),
        activation="elu",
        normaliser="role",
        attention="shared-unscaled",
        last_combine="concatenate",
        dropout=0.0,
        learning_rate=0.005,
        epochs=100,
        window=100,
    ),
    "default": Config(
        filters=(64,),
        wide=True,
        carry=2,
        members=2,
        averaging=0.9,
        motif_dropout=0.3,
        text="tf-idf",
        project=128,
        featureless="structure",
        structure=64,
        structure_decay=1.5,
        diffusion=0.1,
        input_dropout=0.6,
        dropout=0.5,
        learning_rate=0.01,
        weight_decay=1e-4,
        epochs=75,
        window=12,
        passes=2,
        stop="patience",
        select="both",
        smooth=3,
        path_nodes=4,
    ),
}
# Nothing in it is bound to the nodes of the training graph.
PRESETS["inductive"] = replace(PRESETS["default"], featureless="none", borrow=True)


def preset(name: str) -> Config:
    """The preset of that name.

    Examples
    --------
    >>> preset("code").activation
    'elu'
    """
    from motifcnn.graph.schema import suggestion

    if name not in PRESETS:
        raise ConfigError(f"unknown preset {name!r}{suggestion(name, PRESETS)}")
    return PRESETS[name]
