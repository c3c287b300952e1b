#!/usr/bin/env python3
"""Writes gradients.json: gradients of masked attention as PyTorch's autograd finds them, in float64.

Made with PyTorch 1.13 of Debian 12 (python3-torch); the tests read the file and need no PyTorch.
Run: /usr/bin/python3 make_gradients.py > gradients.json
"""
import json

import torch

torch.manual_seed(16)
torch.set_default_dtype(torch.float64)
B, H, G, L, S, D, DV = 2, 4, 2, 3, 5, 2, 3  # batch, query heads, key heads, queries, keys, widths
T, E = 4, 6  # positions and width of the multi-head case


def draw(*shape):
    """Few digits, so that the file stays small and exact."""
    return (torch.randn(*shape) * 1000).round() / 1000


def array(tensor):
    return {"shape": list(tensor.shape), "values": [float(x) for x in tensor.reshape(-1)]}


def scaled_dot_product():
    """Grouped heads, a scale, a softcap, a bias for each head and key, a random visibility."""
    scale, softcap = 0.8, 1.5
    visible = torch.rand(B, 1, L, S) < 0.6
    visible[..., 0] = True
    visible[1, 0, 2] = False  # a query that may read nothing: its weights are zeros
    leaves = {"q": draw(B, H, L, D), "k": draw(B, G, S, D), "v": draw(B, G, S, DV), "bias": draw(H, 1, S)}
    for leaf in leaves.values():
        leaf.requires_grad_()
    k, v = (leaves[name].repeat_interleave(H // G, dim=1) for name in "kv")
    scores = softcap * torch.tanh(scale * leaves["q"] @ k.transpose(-1, -2) / softcap) + leaves["bias"]
    scores = scores.masked_fill(~visible, -torch.inf)
    # Softmax over an empty row is NaN, and so is its gradient: the row is set to 0 before and after.
    empty = ~visible.any(-1, keepdim=True)
    weights = scores.masked_fill(empty, 0).softmax(-1).masked_fill(empty, 0)
    output = weights @ v
    grad_output = draw(B, H, L, DV)
    (output * grad_output).sum().backward()
    return {
        "scale": scale,
        "softcap": softcap,
        "visible": array(visible),
        "grad_output": array(grad_output),
        "output": array(output),
        "inputs": {name: array(leaf) for name, leaf in leaves.items()},
        "gradients": {name: array(leaf.grad) for name, leaf in leaves.items()},
    }


def multi_head():
    """torch.nn.MultiheadAttention, causal, the last position of record 1 padding."""
    layer = torch.nn.MultiheadAttention(E, 2, bias=False, batch_first=True)
    w_q, w_k, w_v, w_o = (draw(E, E) for _ in range(4))
    layer.in_proj_weight.data = torch.cat([w_q.T, w_k.T, w_v.T])
    layer.out_proj.weight.data = w_o.T.contiguous()
    valid = torch.tensor([[True] * T, [True] * (T - 1) + [False]])
    x = draw(B, T, E).requires_grad_()
    blocked = torch.ones(T, T, dtype=torch.bool).triu(1)
    output, _ = layer(x, x, x, attn_mask=blocked, key_padding_mask=~valid)
    grad_output = draw(B, T, E)
    # What comes out at padding takes part in no loss.
    (output * grad_output * valid[..., None]).sum().backward()
    grad_in = layer.in_proj_weight.grad
    return {
        "valid": array(valid),
        "grad_output": array(grad_output),
        "inputs": {"x": array(x), "w_q": array(w_q), "w_k": array(w_k), "w_v": array(w_v), "w_o": array(w_o)},
        "gradients": {
            "x": array(x.grad),
            "w_q": array(grad_in[:E].T),
            "w_k": array(grad_in[E : 2 * E].T),
            "w_v": array(grad_in[2 * E :].T),
            "w_o": array(layer.out_proj.weight.grad.T),
        },
    }


print(json.dumps({"scaled_dot_product": scaled_dot_product(), "multi_head": multi_head()}))
