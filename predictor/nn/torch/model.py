"""Augur's transformer in PyTorch: a decoder of the Qwen3 shape.

The modules carry the names of the tensors in the weights' files, so that a
state dict is such a file. B, T, D, H, G, A and F are sizes: rows, tokens in a
row, width, heads, key-value heads, width of a head, width of the feed-forward
layers.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F


def mask(fn, qi):
    """Say what each token sees, [B, 1, T, T], from the arrays of a row.

    That is the earlier tokens of its function that are source or of its query,
    and itself, so that padding sees something.
    """
    at = torch.arange(fn.shape[-1], device=fn.device)
    same = fn[:, :, None] == fn[:, None, :]
    near = (qi[:, None, :] == 0) | (qi[:, None, :] == qi[:, :, None])
    return (same & near & (at[None, :, None] >= at[None, None, :]))[:, None]


class Norm(nn.Module):
    def __init__(self, width, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        wide = x.float()
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.eps)
        return (wide * self.weight).to(x.dtype)


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.heads, self.groups, self.width = c["num_attention_heads"], c["num_key_value_heads"], c["head_dim"]
        d = c["hidden_size"]
        self.q_proj = nn.Linear(d, self.heads * self.width, bias=False)
        self.k_proj = nn.Linear(d, self.groups * self.width, bias=False)
        self.v_proj = nn.Linear(d, self.groups * self.width, bias=False)
        self.o_proj = nn.Linear(self.heads * self.width, d, bias=False)
        self.q_norm = Norm(self.width, c["rms_norm_eps"])
        self.k_norm = Norm(self.width, c["rms_norm_eps"])

    def forward(self, x, seen, turn):
        b, t, _ = x.shape
        q = turn(self.q_norm(self.q_proj(x).view(b, t, self.heads, self.width))).transpose(1, 2)  # [B, H, T, A]
        k = turn(self.k_norm(self.k_proj(x).view(b, t, self.groups, self.width))).transpose(1, 2)  # [B, G, T, A]
        v = self.v_proj(x).view(b, t, self.groups, self.width).transpose(1, 2)
        k, v = (y.repeat_interleave(self.heads // self.groups, dim=1) for y in (k, v))
        if hasattr(F, "scaled_dot_product_attention"):
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        else:  # PyTorch before 2.0
            scores = q @ k.transpose(2, 3) / math.sqrt(self.width)
            y = scores.masked_fill(~seen, -math.inf).softmax(-1).to(v.dtype) @ v
        return self.o_proj(y.transpose(1, 2).reshape(b, t, -1))


class FeedForward(nn.Module):
    def __init__(self, c):
        super().__init__()
        d, f = c["hidden_size"], c["intermediate_size"]
        self.gate_proj = nn.Linear(d, f, bias=False)
        self.up_proj = nn.Linear(d, f, bias=False)
        self.down_proj = nn.Linear(f, d, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.input_layernorm = Norm(c["hidden_size"], c["rms_norm_eps"])
        self.self_attn = Attention(c)
        self.post_attention_layernorm = Norm(c["hidden_size"], c["rms_norm_eps"])
        self.mlp = FeedForward(c)

    def forward(self, x, seen, turn):
        x = x + self.self_attn(self.input_layernorm(x), seen, turn)
        return x + self.mlp(self.post_attention_layernorm(x))


class Decoder(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.embed_tokens = nn.Embedding(c["vocab_size"], c["hidden_size"])
        self.layers = nn.ModuleList(Block(c) for _ in range(c["num_hidden_layers"]))
        self.norm = Norm(c["hidden_size"], c["rms_norm_eps"])


class Model(nn.Module):
    """The whole model for a config.json, with random weights to start from."""

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.model = Decoder(config)
        half = torch.arange(config["head_dim"] // 2, dtype=torch.float64)
        freq = config["rope_theta"] ** (-2 * half / config["head_dim"])
        angle = torch.arange(config["max_position_embeddings"])[:, None] * freq  # [P, A/2]
        self.register_buffer("cos", angle.cos().float(), persistent=False)
        self.register_buffer("sin", angle.sin().float(), persistent=False)
        self.start()

    @torch.no_grad()
    def start(self):
        c = self.config
        nn.init.normal_(self.model.embed_tokens.weight, std=c["initializer_range"])
        # What a block adds to the stream shrinks with the number of blocks.
        residual = 0.5 / math.sqrt(2 * c["num_hidden_layers"])
        for name, p in self.named_parameters():
            if name.endswith(("o_proj.weight", "down_proj.weight")):
                nn.init.normal_(p, std=residual / math.sqrt(p.shape[1]))
            elif p.dim() == 2 and "embed" not in name:
                nn.init.normal_(p, std=0.7 / math.sqrt(p.shape[1]))

    def forward(self, tok, pos, seen):
        """Return what is left in the stream, normalised: [B, T, D]."""
        cos, sin = self.cos[pos][:, :, None], self.sin[pos][:, :, None]  # [B, T, 1, A/2]

        def turn(x):
            a, b = x.float().chunk(2, dim=-1)
            return torch.cat((a * cos - b * sin, b * cos + a * sin), dim=-1).to(x.dtype)

        x = self.model.embed_tokens(tok)
        for block in self.model.layers:
            x = block(x, seen, turn)
        return self.model.norm(x)

    def logits(self, hidden):
        return F.linear(hidden, self.model.embed_tokens.weight)
