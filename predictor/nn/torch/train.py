#!/usr/bin/env python3
"""Train Augur's transformer with PyTorch, where there is a GPU.

    train.py train --data 'SHARDS*.augp' --val real=SHARD --out DIR --tokens 1e9
    train.py logits WEIGHTS < tokens        (numbers, separated by white space)

It reads the shards that augur corpus packs, has the recipe of augur train, and
leaves the same files: model.safetensors (averaged weights), which augur train
quantise rounds, checkpoint.safetensors, from which either program resumes, and
log.csv, of which augur train plot makes pictures.
"""

import argparse
import copy
import csv
import glob
import json
import os
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from files import Shard, read_weights, write_weights
from model import Model, mask

COLUMNS = "seconds,step,tokens,tokens_per_s,rate,grad_norm,set,task,loss,token_accuracy,exact,answers".split(",")


class Data:
    """The rows of several shards in an order shuffled for each epoch."""

    def __init__(self, patterns, seed):
        self.shards, index = [], []
        for pattern in patterns:
            base, _, times = pattern.rpartition("*")
            pattern, times = (base, int(times)) if times.isdigit() else (pattern, 1)
            paths = sorted(glob.glob(pattern))
            if not paths:
                raise SystemExit(f"no shard matches {pattern!r}")
            for path in paths:
                shard = Shard(path)
                if self.shards and shard.kind() != self.shards[0].kind():
                    raise SystemExit(f"{path} was packed with another tokenizer or row length")
                index += [(len(self.shards), row) for row in range(len(shard.rows))] * times
                self.shards.append(shard)
        if not index:
            raise SystemExit("the shards have no rows")
        self.index, self.seed, self.epoch = np.array(index), seed, -1

    def read(self, at, n):
        rows = []
        for i in range(at, at + n):
            epoch, i = divmod(i, len(self.index))
            if epoch != self.epoch:
                self.epoch, self.order = epoch, np.random.default_rng([self.seed, epoch]).permutation(len(self.index))
            shard, row = self.index[self.order[i]]
            rows.append(self.shards[shard].rows[row])
        return np.stack(rows)


def spread(path, like, n):
    """Return up to n rows of a shard, evenly spaced."""
    shard = Shard(path)
    if shard.kind() != like.kind():
        raise SystemExit(f"{path} was packed with another tokenizer or row length")
    n = min(n, len(shard.rows))
    return np.stack([shard.rows[i * len(shard.rows) // n] for i in range(n)])


class Stats:
    """What the model made of some rows, per task."""

    def __init__(self):
        self.tokens, self.tasks = 0, {}

    def add(self, rows, loss, right):
        """Take in rows [B, 5, T] with the loss of each target and whether it came first."""
        tok, fn, qi, _, task = rows.swapaxes(0, 1)
        self.tokens += int((fn != 0).sum())
        b, at = np.nonzero(task)
        # An answer is the targets of one query: they lie together.
        answer = np.stack((b, fn[b, at], qi[b, at], task[b, at]), axis=1).astype(np.int64)
        keys, where = np.unique(answer, axis=0, return_inverse=True)
        exact = np.ones(len(keys), bool)
        np.logical_and.at(exact, where.reshape(-1), right)
        for t in np.unique(task[b, at]):
            s = self.tasks.setdefault(int(t), np.zeros(5))
            mine, answers = answer[:, 3] == t, keys[:, 3] == t
            s += loss[mine].sum(), mine.sum(), right[mine].sum(), answers.sum(), exact[answers].sum()

    def lines(self):
        for t, (loss, tokens, right, answers, exact) in sorted(self.tasks.items()):
            yield t, loss / tokens, right / tokens, exact / max(1, answers), int(answers)


def run(model, rows, weights, device, bf16):
    """Return the weighted loss, its weight, and for each target its loss and whether it came first."""
    x = torch.from_numpy(rows.astype(np.int64)).to(device)
    tok, fn, qi, pos, task = x.unbind(1)
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=bf16):
        hidden = model(tok, pos, mask(fn, qi))
        b, at = task.nonzero(as_tuple=True)
        logits = model.logits(hidden[b, at - 1]).float()
    want = tok[b, at]
    loss = F.cross_entropy(logits, want, reduction="none")
    weight = weights[task[b, at].clamp(max=len(weights) - 1)]
    return (loss * weight).sum(), weight.sum(), loss.detach(), logits.detach().argmax(-1) == want


def schedule(o, step, done):
    rate = o.rate * min(1, (step + 1) / max(1, o.warm_up))
    if o.fall > 0 and 1 - done < o.fall:
        rate *= max((1 - done) / o.fall, 0.01)
    return rate


class Journal:
    """Reports on the terminal and in a CSV file."""

    def __init__(self, o):
        path = os.path.join(o.out, "log.csv")
        self.names = o.task_names
        self.file = open(path, "a" if o.resume else "w", newline="")
        self.csv = csv.writer(self.file, lineterminator="\n")
        if self.file.tell() == 0:
            self.csv.writerow(COLUMNS)

    def report(self, p, name, speed, rate, norm, stats):
        line = f"{name:6} step {p['step']}  {p['tokens'] / 1e6:.2f}M tokens  {speed:.0f}/s  rate {rate:.2g}  norm {norm:.2f}"
        for t, loss, accuracy, exact, answers in stats.lines():
            task = self.names[t - 1] if t <= len(self.names) else str(t)
            line += f"  | {task} {loss:.3f} {accuracy:.0%} {exact:.1%}"
            self.csv.writerow([f"{p['seconds']:.1f}", p["step"], p["tokens"], f"{speed:.0f}", f"{rate:.7f}", f"{norm:.4f}", name, task,
                               f"{loss:.5f}", f"{accuracy:.5f}", f"{exact:.5f}", answers])
        self.file.flush()
        print(line, file=sys.stderr, flush=True)


def train(o):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(o.seed)
    data = Data(o.data, o.seed)
    shard = data.shards[0]
    val = {name: spread(path, shard, o.val_rows) for name, path in (v.split("=", 1) for v in o.val)}
    os.makedirs(o.out, exist_ok=True)
    checkpoint = os.path.join(o.out, "checkpoint.safetensors")
    progress = {"step": 0, "tokens": 0, "seconds": 0.0, "position": 0, "rows": len(data.index)}
    tensors, meta = {}, {"tokenizer": f"{shard.fingerprint:x}"}
    if o.resume:
        config, old, tensors = read_weights(checkpoint)
        progress.update(json.loads(old["progress"]))
        if progress["rows"] != len(data.index):  # other data: begin it at an epoch not yet seen
            progress["position"] = (progress["step"] * o.batch // len(data.index) + 1) * len(data.index)
            progress["rows"] = len(data.index)
    elif o.init:
        config, _, tensors = read_weights(o.init)
    else:
        config = {
            "architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "vocab_size": shard.vocab, "hidden_size": o.hidden,
            "num_hidden_layers": o.layers, "num_attention_heads": o.heads, "num_key_value_heads": o.kv_heads or o.heads,
            "head_dim": o.head_dim, "intermediate_size": o.feed_forward, "max_position_embeddings": max(1024, shard.row_len),
            "rms_norm_eps": 1e-6, "rope_theta": 10000, "hidden_act": "silu", "tie_word_embeddings": True,
            "attention_bias": False, "initializer_range": 0.02,
        }
    model = Model(config)
    if tensors:
        model.load_state_dict({name: tensors[name] for name in model.state_dict()})
    model.to(device)
    average = copy.deepcopy(model)
    # As in augur train, decay is for matrices but the embedding.
    decayed = [p for n, p in model.named_parameters() if p.dim() == 2 and "embed" not in n]
    others = [p for n, p in model.named_parameters() if not (p.dim() == 2 and "embed" not in n)]
    adam = torch.optim.AdamW([{"params": decayed, "weight_decay": o.decay}, {"params": others, "weight_decay": 0.0}],
                             lr=o.rate, betas=(0.9, 0.97), eps=1e-8)
    if o.resume:
        average.load_state_dict({name: tensors["average." + name] for name in average.state_dict()})
        for name, p in model.named_parameters():
            adam.state[p] = {"step": torch.tensor(float(progress["step"])), "exp_avg": tensors["m." + name].to(device),
                             "exp_avg_sq": tensors["v." + name].to(device)}
    weights = torch.tensor([0.0] + [float(w) for w in o.task_weights] + [1.0], device=device)
    bf16 = device.type == "cuda"
    journal = Journal(o)
    print(f"{sum(p.numel() for p in model.parameters())} parameters, {len(data.index)} rows, on {device}", file=sys.stderr)

    def save():
        m = {**meta, "progress": json.dumps(progress)}
        write_weights(os.path.join(o.out, "model.safetensors"), config, m, dict(average.named_parameters()))
        sets = dict(model.named_parameters())
        zero = {"exp_avg": 0, "exp_avg_sq": 0}
        for prefix, key in (("m", "exp_avg"), ("v", "exp_avg_sq")):
            for name, p in model.named_parameters():
                sets[f"{prefix}.{name}"] = adam.state.get(p, zero)[key] + torch.zeros_like(p)
        sets.update({f"average.{name}": p for name, p in average.named_parameters()})
        write_weights(checkpoint, config, m, sets)

    @torch.no_grad()
    def validate(rate):
        for name, rows in val.items():
            stats, start = Stats(), time.time()
            for i in range(0, len(rows), o.batch):
                _, _, loss, right = run(average, rows[i : i + o.batch], weights, device, bf16)
                stats.add(rows[i : i + o.batch], loss.cpu().numpy(), right.cpu().numpy())
            journal.report(progress, name, stats.tokens / (time.time() - start), rate, 0, stats)

    began = time.time() - progress["seconds"]
    since, lap, saved = Stats(), time.time(), time.time()
    while (done := progress["tokens"] / o.tokens) < 1:
        rows = data.read(progress["position"], o.batch)
        rate = schedule(o, progress["step"], done)
        for group in adam.param_groups:
            group["lr"] = rate
        adam.zero_grad(set_to_none=True)
        loss, weight, losses, right = run(model, rows, weights, device, bf16)
        (loss / weight).backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), o.clip)
        adam.step()
        step = progress["step"]
        move = 1.0 if step < o.warm_up else max(1 / o.average, 2 / (step - o.warm_up + 2))
        with torch.no_grad():
            for a, p in zip(average.parameters(), model.parameters()):
                a.lerp_(p, move)
        progress["step"] += 1
        progress["position"] += len(rows)
        progress["tokens"] += int((rows[:, 1] != 0).sum())
        progress["seconds"] = time.time() - began
        since.add(rows, losses.cpu().numpy(), right.cpu().numpy())
        if progress["step"] % o.log_every == 0:
            journal.report(progress, "train", since.tokens / (time.time() - lap), rate, float(norm), since)
            since, lap = Stats(), time.time()
        if progress["step"] % o.val_every == 0:
            validate(rate)
            lap = time.time()
        if time.time() - saved > 60 * o.checkpoint_minutes:
            save()
            saved = lap = time.time()
    validate(0)
    save()


@torch.no_grad()
def logits(o):
    """Print the scores of what follows the tokens on standard input, one a line."""
    config, _, tensors = read_weights(o.weights)
    model = Model(config)
    model.load_state_dict({name: tensors[name] for name in model.state_dict()})
    tok = torch.tensor([[int(t) for t in sys.stdin.read().split()]])
    one = torch.ones_like(tok)
    hidden = model(tok, torch.arange(tok.shape[1])[None], mask(one, 0 * one))
    for x in model.logits(hidden[0, -1]).tolist():
        print(repr(x))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = p.add_subparsers(required=True)
    c = commands.add_parser("logits", help="score the next token")
    c.add_argument("weights")
    c.set_defaults(run=logits)
    c = commands.add_parser("train", help="train on packed shards", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    c.set_defaults(run=train)
    words = {"type": lambda s: s.split(","), "default": []}
    c.add_argument("--data", required=True, type=words["type"], help="file name patterns, separated by commas; PATTERN*3 counts rows three times")
    c.add_argument("--val", **words, help="held-out shards, as NAME=SHARD, separated by commas")
    c.add_argument("--out", required=True, help="folder for checkpoints, weights and the log")
    c.add_argument("--init", help="weights to start from")
    c.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    c.add_argument("--tokens", type=lambda s: int(float(s)), required=True, help="tokens to train on")
    c.add_argument("--task-weights", **words, help="weights of the tasks in the loss, in their order")
    c.add_argument("--task-names", **words, help="names of the tasks in the log, in their order")
    for name, value in {
        "seed": 1, "batch": 8, "rate": 2e-3, "warm-up": 100, "fall": 0.3, "decay": 0.05, "clip": 1.0, "average": 200, "log-every": 20,
        "val-every": 200, "val-rows": 48, "checkpoint-minutes": 3.0, "hidden": 256, "layers": 6, "heads": 4, "kv-heads": 0,
        "head-dim": 64, "feed-forward": 704,
    }.items():
        c.add_argument("--" + name, type=type(value), default=value, help=" ")
    o = p.parse_args()
    o.run(o)


if __name__ == "__main__":
    main()
