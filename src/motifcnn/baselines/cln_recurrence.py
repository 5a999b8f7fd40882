r"""The layers of a column network, all with the same weights, as one operation with a gradient.

.. math:: h \leftarrow a \circ relu(z_1) + (1 - a) \circ h, \quad a = \sigma(z_2), \quad
          [z_1, z_2] = [b, b_a] + h W + \sum_r A_r h V_r

`recur_by_definition` is what is computed, in torch operations. `recur` gives the same in fewer
passes over memory: all that a type reads lies side by side, so that one product with all its
weights gives z.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from motifcnn.baselines.cln_steps import Part, Reading, Steps
from motifcnn.nn.spmm import multiply, spmm

Tensors = Sequence[torch.Tensor]


def recur_by_definition(
    steps: Steps,
    h: torch.Tensor,
    own: torch.Tensor,
    relations: Tensors,
    bias: torch.Tensor,
    gates: torch.Tensor,
) -> list[torch.Tensor]:
    """Hidden vectors after all layers, per type: (n, d) each.

    Parameters
    ----------
    h : (n, d)
        What comes in: `steps.enter`.
    own : (d, 2 d)
        W: columns of the new values, then those of the gate.
    relations : sequence of (d, 2 d)
        V_r of every slice, over z.
    bias : (d,)
    gates : (layers, d)
        b_a of each layer.
    """
    states = list(h.split_with_sizes(steps.sizes))
    for step, gate in zip(steps.layers, gates, strict=True):
        after = []
        for state, part in zip(states, step, strict=True):
            stays = (
                state if part.stays is None else state[torch.as_tensor(part.stays, device=h.device)]
            )
            z = torch.addmm(torch.cat([bias, gate]), stays, own)
            for reading in part.many + part.few:
                z = z + spmm(reading.matrix, states[reading.source]) @ relations[reading.number]
            new, a = z.chunk(2, dim=1)
            after.append(torch.lerp(stays, torch.relu(new), torch.sigmoid(a)))
        states = after
    return states


def recur(
    steps: Steps,
    h: torch.Tensor,
    own: torch.Tensor,
    relations: Tensors,
    bias: torch.Tensor,
    gates: torch.Tensor,
) -> list[torch.Tensor]:
    """The same as `recur_by_definition`."""
    if h.device.type != "cpu":
        return recur_by_definition(steps, h, own, relations, bias, gates)
    found: tuple[torch.Tensor, ...] = _Recurrence.apply(
        steps, torch.is_grad_enabled(), h, own, bias, gates, *relations
    )  # type: ignore[no-untyped-call]
    return list(found)


class _Recurrence(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, steps: Steps, keep: bool, *given: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        from motifcnn.baselines.kernels.gates import mix

        h, own, bias, gates, *relations = (each.detach() for each in given)
        d, states, kept = (
            h.shape[1],
            [each.contiguous() for each in h.split_with_sizes(steps.sizes)],
            [],
        )
        for step, gate in zip(steps.layers, gates, strict=True):
            offset, after = torch.cat([bias, gate]), []
            for kind, part in enumerate(step):
                inputs = torch.cat(
                    [
                        _staying(states[kind], part),
                        *(_means(r, states[r.source]) for r in part.many),
                    ],
                    dim=1,
                )
                z = torch.addmm(offset, inputs, _weights(own, relations, part))
                for r in part.few:
                    z += _means(r, states[r.source] @ relations[r.number])
                a = z[:, d:]
                torch.sigmoid(a, out=a)
                out = h.new_empty(part.count, d)
                mix(z.numpy(), inputs.numpy(), out.numpy())
                after.append(out)
                if keep:
                    kept.append((states, inputs, z))
            states = after
        ctx.steps, ctx.kept, ctx.weights = steps, kept, (own, relations)
        return tuple(states)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[Any, ...]:
        from motifcnn.baselines.kernels.gates import mix_back

        (own, relations), kept, d = ctx.weights, ctx.kept, ctx.weights[0].shape[0]
        of_own, of_relations = (
            torch.zeros_like(own),
            [torch.zeros_like(weight) for weight in relations],
        )
        offsets, after = (
            own.new_zeros(len(ctx.steps.layers), 2 * d),
            [each.contiguous() for each in gradients],
        )
        for layer in reversed(range(len(ctx.steps.layers))):
            step = ctx.steps.layers[layer]
            before = list(after)
            read: list[tuple[int, torch.Tensor]] = []
            for kind in reversed(range(len(step))):
                part, (states, inputs, z) = step[kind], kept.pop()
                of_z, of_h = torch.empty_like(z), torch.empty_like(after[kind])
                mix_back(z.numpy(), inputs.numpy(), after[kind].numpy(), of_z.numpy(), of_h.numpy())
                offsets[layer] += of_z.sum(dim=0)
                of_weights = (inputs.T @ of_z).chunk(1 + len(part.many))
                of_inputs = (of_z @ _weights(own, relations, part).T).chunk(
                    1 + len(part.many), dim=1
                )
                of_own += of_weights[0]
                before[kind] = _unstaying(of_h.add_(of_inputs[0]), part, len(states[kind]))
                for r, of_weight, of_mean in zip(
                    part.many, of_weights[1:], of_inputs[1:], strict=True
                ):
                    of_relations[r.number] += of_weight
                    read.append((r.source, multiply(r.matrix, of_mean, 0.0, 0, transpose=True)))
                for r in part.few:
                    of_product = multiply(r.matrix, of_z, 0.0, 0, transpose=True)
                    of_relations[r.number] += states[r.source].T @ of_product
                    read.append((r.source, of_product @ relations[r.number].T))
            for source, gradient in read:
                before[source] += gradient
            after = before
        return (
            None,
            None,
            torch.cat(after),
            of_own,
            offsets[:, :d].sum(dim=0),
            offsets[:, d:].contiguous(),
            *of_relations,
        )


def _weights(own: torch.Tensor, relations: Tensors, part: Part) -> torch.Tensor:
    """W and V_r of what a type reads before weights, one above the other: ((1 + readings) d, 2 d)."""
    return torch.cat([own, *(relations[r.number] for r in part.many)])


def _means(reading: Reading, h: torch.Tensor) -> torch.Tensor:
    return multiply(reading.matrix, h, 0.0, 0)


def _staying(h: torch.Tensor, part: Part) -> torch.Tensor:
    return h if part.stays is None else h[torch.from_numpy(part.stays)]


def _unstaying(gradient: torch.Tensor, part: Part, rows: int) -> torch.Tensor:
    if part.stays is None:
        return gradient
    whole = gradient.new_zeros(rows, gradient.shape[1])
    whole[torch.from_numpy(part.stays)] = gradient
    return whole
