"""The turns network: its layers, where its weights start from, and its ONNX file.

One window of a meeting goes in as word pieces; out comes a row of OUTS figures for each piece.
src/engines/summarizer/model/turn-rows.ts names the same columns.
"""

import json
import math
import os
import re

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = "bge-small-en-v1.5"
LAYERS, HIDDEN, HEADS = 12, 384, 12
# Columns: decides, settles, task, five doers, two vectors that point to the antecedent; no date,
# two vectors that point to the date; read again as a task: names its date, has none.
DECIDES, SETTLES, TASK, DOERS, POINTERS = 0, 1, 2, 3, 8
POINTER = 32
UNDATED = POINTERS + 2 * POINTER
DUE = UNDATED + 1 + 2 * POINTER
NEVER = DUE + 1
OUTS = DUE + 2
MAX_PIECES = 320
DROPOUT = 26 / 256  # `dropout` compares random bytes
# Matrix products in bfloat16 take half the time where the processor has them, else six times as long.
HALF = torch.cpu.get_capabilities().get("avx512_bf16", False)

with open(os.path.join(HERE, "../weights/vocabulary.txt"), encoding="utf8") as file:
    PIECES = file.read().rstrip("\n").split("\n")
# The first pieces are marks: padding, frames, and who speaks.
MARKS = PIECES.index("[speaker 9]") + 1


def dropout(x, training):
    """Like F.dropout, but one random number serves eight elements: a tenth of a step's time."""
    if not training:
        return x
    bits = torch.empty(-(-x.numel() // 8), dtype=torch.int64).random_(-(2**63), 2**63 - 1)
    kept = bits.view(torch.uint8)[: x.numel()].view(x.shape) >= round(DROPOUT * 256)
    return x * (kept / (1 - DROPOUT)).to(x.dtype)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.o = nn.Linear(HIDDEN, 3 * HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.up, self.down = nn.Linear(HIDDEN, 4 * HIDDEN), nn.Linear(4 * HIDDEN, HIDDEN)
        self.n1, self.n2 = nn.LayerNorm(HIDDEN, eps=1e-12), nn.LayerNorm(HIDDEN, eps=1e-12)

    def forward(self, x, mask):
        batch, length, _ = x.shape
        q, k, v = [y.view(batch, length, HEADS, -1).transpose(1, 2) for y in self.qkv(x).chunk(3, -1)]
        scores = q / math.sqrt(HIDDEN // HEADS) @ k.transpose(-1, -2) + mask.to(q.dtype)
        y = (scores.softmax(-1).to(v.dtype) @ v).transpose(1, 2).reshape(batch, length, HIDDEN)
        x = self.n1(x + dropout(self.o(y), self.training))
        y = self.down(F.gelu(self.up(x)))
        return self.n2(x + dropout(y, self.training))


class Turns(nn.Module):
    def __init__(self):
        super().__init__()
        self.word, self.place = nn.Embedding(len(PIECES), HIDDEN), nn.Embedding(512, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.out = nn.Linear(HIDDEN, OUTS)
        self.marks = nn.Parameter(torch.zeros(MARKS, HIDDEN))

    def forward(self, ids, mask):
        marks = self.marks[ids.clamp(max=MARKS - 1)]
        x = torch.where((ids < MARKS)[..., None], marks, self.word(ids))
        x = self.norm(x + self.place.weight[: ids.shape[1]][None])
        x = dropout(x, self.training)
        bias = (1 - mask[:, None, None, :]) * -1e4
        with torch.autocast("cpu", torch.bfloat16, enabled=HALF):
            for layer in self.layers:
                x = layer(x, bias)
        return self.out(dropout(x.float(), self.training))


def freeze(model, trained_layers):
    """Word vectors and places never learn; of the layers only the top ones do."""
    fixed = [model.word, model.place, model.norm, *model.layers[: LAYERS - trained_layers]]
    for module in fixed:
        module.requires_grad_(False)
    model.marks.requires_grad_(trained_layers == LAYERS)
    return model


def from_base(folder):
    """Starts from bge-small-en-v1.5 as its Maven package holds it."""
    network = onnx.load(os.path.join(folder, f"{BASE}.onnx")).graph
    weights = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in network.initializer}
    # There, matrices have numbers; the steps that multiply by them have names.
    for node in network.node:
        if node.op_type == "MatMul" and node.input[1] in weights:
            weights[f"{node.name}.weight"] = weights[node.input[1]].t()
    model = Turns()
    state = model.state_dict()
    state["word.weight"] = weights["embeddings.word_embeddings.weight"][base_rows(folder)]
    kinds = weights["embeddings.token_type_embeddings.weight"][0]
    state["place.weight"] = weights["embeddings.position_embeddings.weight"] + kinds
    state["marks"] = state["word.weight"][:MARKS]
    for kind in ("weight", "bias"):
        state[f"norm.{kind}"] = weights[f"embeddings.LayerNorm.{kind}"]

    def linear(layer, name):
        matrix = weights[f"/encoder/layer.{layer}/{name.replace('.', '/')}/MatMul.weight"]
        return {"weight": matrix, "bias": weights[f"encoder.layer.{layer}.{name}.bias"]}

    names = {"o": "attention.output.dense", "up": "intermediate.dense", "down": "output.dense"}
    norms = {"n1": "attention.output.LayerNorm", "n2": "output.LayerNorm"}
    for at in range(LAYERS):
        thirds = [linear(at, f"attention.self.{part}") for part in ("query", "key", "value")]
        ours = {name: linear(at, theirs) for name, theirs in names.items()}
        ours["qkv"] = {k: torch.cat([third[k] for third in thirds]) for k in ("weight", "bias")}
        for name, theirs in norms.items():
            ours[name] = {k: weights[f"encoder.layer.{at}.{theirs}.{k}"] for k in ("weight", "bias")}
        for name, kinds in ours.items():
            state.update({f"layers.{at}.{name}.{kind}": value for kind, value in kinds.items()})
    state["out.weight"], state["out.bias"] = torch.randn(OUTS, HIDDEN) * 0.02, torch.zeros(OUTS)
    state["out.bias"][:3] = torch.tensor([-3.0, -3.0, -2.5])
    model.load_state_dict(state)
    return model


def base_rows(folder):
    """The base model's row for each piece; our own marks take rows that it never learned."""
    with open(os.path.join(folder, f"{BASE}-tokenizer.json"), encoding="utf8") as tokenizer:
        rows = json.load(tokenizer)["model"]["vocab"]

    def unused(piece):
        return 20 if piece == "[goes on]" else 1 + int((re.findall(r"\d+", piece) or ["0"])[0])

    return [rows.get(piece, unused(piece)) for piece in PIECES]


def from_network(path):
    """Starts from a shipped turns.onnx: its seven-bit weights, taken back to floats."""
    stored = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}

    def matrix(name):
        if name in stored:
            return torch.tensor(stored[name].astype(np.float32))
        whole = stored[f"{name}_quantized"].astype(np.float32)
        zero, scale = stored[f"{name}_zero_point"].astype(np.float32), stored[f"{name}_scale"]
        return torch.tensor((whole - zero) * scale)

    model = Turns()
    state = model.state_dict()
    state["word.weight"] = matrix("words")
    state["marks"] = state["word.weight"][:MARKS].clone()
    state["place.weight"][:MAX_PIECES] = matrix("places")
    for kind, letter in (("weight", "w"), ("bias", "b")):
        state[f"norm.{kind}"] = matrix(f"norm.{letter}")
        state[f"out.{kind}"] = matrix(f"scores.{letter}").t()
    scale = math.sqrt(HIDDEN // HEADS)
    for at in range(LAYERS):
        name = f"layers.{at}."
        for kind, letter in (("weight", "w"), ("bias", "b")):
            parts = [matrix(f"{name}{part}.{letter}").t() for part in "qkv"]
            state[f"{name}qkv.{kind}"] = torch.cat([parts[0] * scale, *parts[1:]])
            for ours, theirs in (("o", "oo"), ("up", "u"), ("down", "dd")):
                state[f"{name}{ours}.{kind}"] = matrix(f"{name}{theirs}.{letter}").t()
            for norm in ("n1", "n2"):
                state[f"{name}{norm}.{kind}"] = matrix(f"{name}{norm}.{letter}")
    model.load_state_dict({key: value.contiguous() for key, value in state.items()})
    return model
