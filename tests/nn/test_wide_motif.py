"""The wide form against its equation, and what it says each motif brought."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from motifcnn.nn.carried import Carrier
from motifcnn.nn.presets import Config
from motifcnn.nn.wide import Members, WideMotifCNN, WideView
from scipy import sparse


def model(**changes: object) -> tuple[WideMotifCNN, WideView]:
    torch.manual_seed(0)
    config = Config(**{"filters": (6,), "wide": True, "members": 2} | changes)  # type: ignore[arg-type]
    return WideMotifCNN([3, 2, 4], [-1, 0, 1], 0, 3, config), WideView(torch.randn(7, 9))


def alone(
    members: Members, k: int, filters: int = 6
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Weight, bias, output weight and output bias of one member."""
    own = slice(k * filters, (k + 1) * filters)
    return (
        members.weight[:, own],
        members.bias[own],
        members.output.weight[k],
        members.output.bias[k],
    )


def test_members_are_their_equation() -> None:
    net, view = model(dense=(5,))
    logits = net.train(False).members(view)
    for k in range(2):
        weight, bias, out, out_bias = alone(net.members, k)
        dense = net.members.dense[0]
        hidden = torch.relu(
            torch.relu(view.columns @ weight + bias) @ dense.weight[k] + dense.bias[k]
        )
        torch.testing.assert_close(logits[k], hidden @ out + out_bias)


def test_the_prediction_is_the_mean_of_the_members() -> None:
    net, view = model()
    net.train(False)
    torch.testing.assert_close(net(view), net.members(view).mean(dim=0))


def test_members_begin_as_a_network_of_their_own_would() -> None:
    torch.manual_seed(0)
    few, many = (
        Config(filters=(8,), wide=True, carry=0),
        Config(filters=(8,), wide=True, carry=0, members=50),
    )
    one, fifty = (WideMotifCNN([30], [-1], 20, 3, config).members for config in (few, many))
    assert one.carried is not None and fifty.carried is not None
    for small, large in ((one.weight, fifty.weight), (one.carried.weight, fifty.carried.weight)):
        assert large.shape == (small.shape[0], 50 * small.shape[1])
        assert abs(float((large.std() / small.std()).detach()) - 1) < 0.2


@pytest.mark.parametrize("carried", [0, 4])
def test_in_training_members_learn_apart(carried: int) -> None:
    torch.manual_seed(0)
    net = WideMotifCNN(
        [3, 2], [-1, 0], carried, 3, Config(filters=(6,), wide=True, members=2, dense=(5,), carry=0)
    )
    own = np.random.default_rng(0).random((7, 4)).astype(np.float32)
    source = Carrier(sparse.csr_array(own), sparse.csr_array((7, 7), dtype=np.float32), 0)
    view = WideView(
        torch.randn(7, 5), source.view(np.arange(7), 0, torch.device("cpu")) if carried else None
    )
    logits = net.train(True)(view)
    assert logits.shape == (2, 7, 3)
    logits[0].sum().backward()
    other = [
        alone_gradient[6:] for alone_gradient in (net.members.weight.grad.T, net.members.bias.grad)
    ]  # type: ignore[union-attr]
    other += [layer.weight.grad[1] for layer in (*net.members.dense, net.members.output)]
    if net.members.carried is not None:
        other.append(net.members.carried.weight.grad.T[6:])  # type: ignore[union-attr]
        assert net.members.carried.weight.grad.any()  # type: ignore[union-attr]
    assert not any(gradient.any() for gradient in other)


def test_contributions_and_the_rest_add_up_to_the_logit() -> None:
    net, view = model(members=1)
    member = net.members
    net.train(False)
    with torch.no_grad():
        logits = net(view)
        best = logits.argmax(dim=1, keepdim=True)
        active = ((view.columns @ member.weight + member.bias) > 0).float()
        slope = active * member.output.weight[0].T[best.ravel()]
        own = ((view.columns[:, :3] @ member.weight[:3] + member.bias) * slope).sum(
            dim=1
        ) + member.output.bias[0, 0][best.ravel()]
    brought, rest = member.contributions(view, best, 2).split([2, 2], dim=1)
    assert not rest[:, 1].any()
    torch.testing.assert_close(brought.sum(dim=1) + own, logits.gather(1, best).ravel())
    shares = net.contributions(view, 2)
    torch.testing.assert_close(shares.sum(dim=1), torch.ones(7))
    torch.testing.assert_close(shares, brought.abs() / brought.abs().sum(dim=1, keepdim=True))


def test_sources_are_shares_of_all_that_is_brought() -> None:
    torch.manual_seed(0)
    net = WideMotifCNN([3, 2], [-1, 0], 4, 2, Config(filters=(32,), wide=True, carry=0))
    member = net.members
    rng = np.random.default_rng(0)
    columns, own = torch.randn(6, 5), rng.random((6, 4)).astype(np.float32)
    nothing = sparse.csr_array((6, 6), dtype=np.float32)
    view = WideView(
        columns,
        Carrier(sparse.csr_array(own), nothing, 0).view(np.arange(6), 0, torch.device("cpu")),
    )
    with torch.no_grad():
        best = net.train(False)(view).argmax(dim=1)
        carried = torch.from_numpy(own) @ member.carried.weight * member.carried.scales[0]  # type: ignore[union-attr,operator,index]
        units = columns @ member.weight + carried
        slope = (units + member.bias > 0) * member.output.weight[0].T[best]
        parts = (columns[:, 3:] @ member.weight[3:], columns[:, :3] @ member.weight[:3], carried)
        brought = torch.stack([(part * slope).sum(dim=1) for part in parts], dim=1).abs()
    torch.testing.assert_close(net.sources(view, 1), brought / brought.sum(dim=1, keepdim=True))


def test_a_dropped_product_brings_nothing_and_the_mean_stays() -> None:
    torch.manual_seed(0)
    config = Config(filters=(4,), wide=True, motif_dropout=0.5)
    member = Members([3, 2], [-1, 0], 0, 2, config).train(True)
    columns = torch.randn(1, 5)
    drawn = torch.stack([member._units(WideView(columns)) for _ in range(4000)]).mean(dim=0)
    torch.testing.assert_close(drawn, columns @ member.weight, atol=0.08, rtol=0)


def test_carried_features_are_added_before_the_activation() -> None:
    torch.manual_seed(0)
    member = Members([3], [-1], 4, 2, Config(filters=(5,), wide=True, carry=0)).train(False)
    columns, own = torch.randn(6, 3), np.random.default_rng(0).random((6, 4)).astype(np.float32)
    view = Carrier(sparse.csr_array(own), sparse.csr_array((6, 6), dtype=np.float32), 0).view(
        np.arange(6), 0, torch.device("cpu")
    )
    assert member.carried is not None
    hidden = torch.relu(
        columns @ member.weight + torch.from_numpy(own) @ member.carried.weight + member.bias
    )
    torch.testing.assert_close(member(WideView(columns, view)), member.output(hidden.unsqueeze(0)))


def test_predictions_come_from_a_running_mean_of_the_weights() -> None:
    net, view = model(averaging=0.5, members=1)
    weights = []
    for step in range(12):
        weights.append(net.members.bias.detach().clone())
        net.train(True)(view)
        with torch.no_grad():
            net.members.bias += float(step)
    expected = weights[0]
    for step, weight in enumerate(weights):
        share = min(0.5, step / (9 + step))
        expected = share * expected + (1 - share) * weight
    torch.testing.assert_close(net.averaged.bias, expected)
    torch.testing.assert_close(net.train(False)(view), net.averaged.train(False)(view)[0])


def test_only_what_learns_has_gradients() -> None:
    net, view = model(averaging=0.9)
    net.train(True)(view).sum().backward()
    assert all(parameter.grad is None for parameter in net.averaged.parameters())
    assert all(parameter.grad is not None for parameter in net.members.parameters())


def test_contributions_of_several_members_are_summed() -> None:
    net, view = model()
    net.train(False)
    with torch.no_grad():
        best = net(view).argmax(dim=1, keepdim=True)
        expected = torch.zeros(7, 2)
        for k in range(2):
            weight, bias, out, _ = alone(net.members, k)
            slope = (view.columns @ weight + bias > 0) * out.T[best.ravel()]
            for motif, columns in ((0, slice(3, 5)), (1, slice(5, 9))):
                expected[:, motif] += ((view.columns[:, columns] @ weight[columns]) * slope).sum(
                    dim=1
                )
    torch.testing.assert_close(net.members.contributions(view, best, 2)[:, :2], expected)


def test_no_rows_have_no_logits() -> None:
    net, view = model(dense=(5,))
    assert net.train(False)(WideView(view.columns[:0])).shape == (0, 3)
