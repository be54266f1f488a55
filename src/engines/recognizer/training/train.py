"""Trains the sound network: which sounds each frame of Moonshine's encoder holds.

train.py FOLDER NETWORK reads states.f16 and sentences.jsonl of FOLDER, and writes NETWORK (ONNX).
"""

import json
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

SOUNDS = 30  # `LETTERS` of sound-distance.ts; label 0 is none
EPOCHS, BATCH, RATE = 8, 16, 3e-3
HELD_OUT = 200
# A frame is 24 ms; no voice has more sounds than this share of the frames.
MAX_SOUNDS = 0.75


def read(folder):
    with open(f"{folder}/sentences.jsonl", encoding="utf8") as file:
        lines = [json.loads(line) for line in file]
    width = lines[0]["width"]
    states = np.memmap(f"{folder}/states.f16", np.float16, "r").reshape(-1, width)
    ends = np.cumsum([line["frames"] for line in lines])
    parts = np.split(states, ends[:-1])
    pairs = [(part, [1 + sound for sound in line["sounds"]]) for part, line in zip(parts, lines)]
    return [(part, sounds) for part, sounds in pairs if len(sounds) < MAX_SOUNDS * len(part)]


def normalization(pairs):
    some = np.concatenate([part for part, _ in pairs[::10]]).astype(np.float32)
    return some.mean(0), some.std(0)


def batch_of(pairs, mean, std):
    lengths = [len(part) for part, _ in pairs]
    states = np.zeros((len(pairs), max(lengths), len(mean)), np.float32)
    for row, (part, _) in enumerate(pairs):
        states[row, : len(part)] = (part.astype(np.float32) - mean) / std
    return torch.from_numpy(states), torch.tensor(lengths)


def train(pairs, mean, std):
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    network = torch.nn.Linear(len(mean), 1 + SOUNDS)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE)
    batches = [list(part) for part in np.array_split(by_length(pairs), len(pairs) // BATCH)]
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, RATE, total_steps=EPOCHS * len(batches)
    )
    for epoch in range(EPOCHS):
        total = 0.0
        for at in random.permutation(len(batches)):
            some = [pairs[i] for i in batches[at]]
            states, lengths = batch_of(some, mean, std)
            scores = torch.log_softmax(network(states), 2).transpose(0, 1)
            labels = torch.tensor([sound for _, sounds in some for sound in sounds])
            counts = torch.tensor([len(sounds) for _, sounds in some])
            loss = torch.nn.functional.ctc_loss(scores, labels, lengths, counts, zero_infinity=True)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {EPOCHS}: loss {total / len(batches):.3f}", flush=True)
    return network


def by_length(pairs):
    return sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]))


def errors(network, pairs, mean, std):
    """Wrong sounds of the likeliest path, as a share of those spoken."""
    wrong = said = 0
    for part, sounds in pairs:
        with torch.no_grad():
            path = network(batch_of([(part, sounds)], mean, std)[0])[0].argmax(1).tolist()
        heard = [s for at, s in enumerate(path) if s and (at == 0 or path[at - 1] != s)]
        wrong += distance(heard, sounds)
        said += len(sounds)
    return wrong / said


def distance(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def write(network, mean, std, path):
    weight = network.weight.detach().numpy() / std
    bias = network.bias.detach().numpy() - weight @ mean
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["states", "weight"], ["product"]),
            helper.make_node("Add", ["product", "bias"], ["scores"]),
            helper.make_node("Softmax", ["scores"], ["sounds"], axis=-1),
        ],
        "sounds",
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, [1, "frames", len(mean)])],
        [helper.make_tensor_value_info("sounds", TensorProto.FLOAT, [1, "frames", len(bias)])],
        [
            numpy_helper.from_array(np.ascontiguousarray(weight.T.astype(np.float32)), "weight"),
            numpy_helper.from_array(bias.astype(np.float32), "bias"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main(folder, path):
    pairs = read(folder)
    kept, held_out = pairs[HELD_OUT:], pairs[:HELD_OUT]
    mean, std = normalization(kept)
    network = train(kept, mean, std)
    print(f"wrong sounds in sentences left out: {100 * errors(network, held_out, mean, std):.1f} %")
    write(network, mean, std, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
