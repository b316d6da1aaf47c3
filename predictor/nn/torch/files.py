"""Weights in the safetensors format and packed shards of training data."""

import json
import os
import struct

import numpy as np
import torch

DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I8": torch.int8}


def read_weights(path):
    """Return the config, the other metadata and the tensors, as float32.

    Path is a file or a folder of Hugging Face's layout. Matrices of eight bits
    are multiplied by their rows' factors.
    """
    folder = path if os.path.isdir(path) else None
    with open(os.path.join(folder, "model.safetensors") if folder else path, "rb") as f:
        (n,) = struct.unpack("<Q", f.read(8))
        header = json.loads(f.read(n))
        data = bytearray(f.read())
    meta = header.pop("__metadata__", {})
    config = json.loads(meta.pop("config", "null"))
    if folder and os.path.exists(os.path.join(folder, "config.json")):
        with open(os.path.join(folder, "config.json")) as f:
            config = json.load(f)
    if config is None:
        raise ValueError(f"{path} has no config: neither in its metadata nor in a config.json")
    tensors = {}
    for name, t in header.items():
        begin, end = t["data_offsets"]
        x = torch.frombuffer(data, dtype=DTYPES[t["dtype"]], count=int(np.prod(t["shape"])), offset=begin)
        tensors[name] = x.reshape(t["shape"]).float()
    for name in [n for n in tensors if n.endswith(".scale")]:
        scale = tensors.pop(name)
        tensors[name[: -len(".scale")]] *= scale[:, None]
    return config, meta, tensors


def write_weights(path, config, meta, tensors):
    """Write float32 tensors, whole or not at all."""
    header = {"__metadata__": {"format": "pt", **meta, "config": json.dumps(config)}}
    at = 0
    for name, t in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(t.shape), "data_offsets": [at, at + 4 * t.numel()]}
        at += 4 * t.numel()
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)
    with open(path + ".tmp", "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text)
        for t in tensors.values():
            f.write(t.detach().float().cpu().contiguous().numpy().astype("<f4").tobytes())
    os.replace(path + ".tmp", path)


class Shard:
    """Rows of five arrays: token, function, query, position, task."""

    def __init__(self, path):
        with open(path, "rb") as f:
            head = f.read(32)
        if len(head) < 32 or head[:4] != b"AUGP":
            raise ValueError(f"{path} is not a packed shard")
        version, self.row_len, rows, self.vocab, self.fingerprint = struct.unpack("<IIIIQ", head[4:28])
        if version != 1:
            raise ValueError(f"{path} is a packed shard of version {version}, this program reads version 1")
        self.rows = np.memmap(path, dtype="<u2", mode="r", offset=32, shape=(rows, 5, self.row_len)) if rows else []

    def kind(self):
        return self.row_len, self.vocab, self.fingerprint
