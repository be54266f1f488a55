"""Trains the turns network: python train.py EXAMPLES.jsonl START OUT_FOLDER SCHEDULE

START is the folder of the base model, or a turns.onnx to go on from. Every SAVE_EVERY steps the
state is kept in OUT_FOLDER/checkpoint.pt; the same command goes on from there, if schedule and examples
are the same. A step's chances depend on its number alone, so an interrupted run ends with the same
weights as one in one piece.
Meetings with `keptFromNetwork` are left out: weights of the rules are fitted to honest readings.
"""

import hashlib
import json
import os
import random
import sys
import time
from dataclasses import asdict, dataclass

import torch
from torch import nn

from losses import Window, loss_of
from meetings import TASKS_READ_AGAIN, Meeting, Noise, read_window, topic_words, window_of_task, windows
from network import LAYERS, freeze, from_base, from_network
from write_network import write_network

BATCH = 4
LOWER = 0.88  # a layer below another learns at this part of its rate
MIN_RATE = 0.02  # of the highest rate
SAVE_EVERY = 20


@dataclass
class Schedule:
    passes: int
    layers: int  # the top ones are trained
    rate: float
    head_rate: float
    warm_up: float  # share of the steps
    written: int  # written meetings in a pass; 0 = all
    real: int  # windows of real meetings in a pass, half of them with an annotated item


SCHEDULES = {
    # All layers, from the base model, on written meetings alone: long talks are fitted to real ones, which the
    # network must not know. 1.7 hours of two cores with bfloat16.
    "full": Schedule(4, LAYERS, 1.8e-4, 1e-3, 0.1, 0, 0),
    # The upper half, from a network that is shipped: some twenty minutes of one core.
    "adapt": Schedule(2, 6, 4e-5, 1e-4, 0.1, 100, 400),
    # Shows that every step works.
    "trial": Schedule(1, 2, 4e-5, 1e-4, 0.1, 4, 8),
}


def written_windows(meeting, chance):
    noise = Noise(chance)
    for part in windows(meeting, chance.randint(0, 120)):
        yield Window(meeting, part, *read_window(meeting, part, noise))
    for item, _, said, holders in meeting.items["actionItems"]:
        at = said if said is not None else holders[0] if len(holders) == 1 else None
        if at is not None and chance.random() < TASKS_READ_AGAIN:
            part = (*window_of_task(meeting, at), 0, 0)
            ids, starts = read_window(meeting, part, noise, at)
            yield Window(meeting, part, ids, starts, (at, item))


def real_windows(meetings, count, topics, chance):
    """Half of the windows hold an annotated item, half do not."""
    found = {True: [], False: []}
    for meeting in meetings:
        noise, real = Noise(chance, topics), meeting.row["real"]
        items = [item["at"] for kind in ("decisions", "tasks", "either") for item in real[kind]]
        for part in windows(meeting, chance.randint(0, 120)):
            holds = any(at and part[2] <= min(at) and max(at) < part[3] for at in items)
            found[holds].append((meeting, part, noise))
    for kind in found.values():
        for meeting, part, noise in chance.sample(kind, min(len(kind), count // 2)):
            yield Window(meeting, part, *read_window(meeting, part, noise))


def batches(meetings, schedule, topics, number):
    """One pass: each meeting in one of its styles, windows of about one length together."""
    chance = random.Random(f"pass {number}")

    def style(styles):
        return styles["asSpoken" if chance.random() < 0.5 else "lowerCase"]

    written = [styles for styles in meetings if not styles["asSpoken"].is_real]
    real = [style(styles) for styles in meetings if styles["asSpoken"].is_real]
    chosen = chance.sample(written, schedule.written) if schedule.written else written
    found = [window for one in chosen for window in written_windows(style(one), chance)]
    found += real_windows(real, schedule.real, topics, chance)
    found.sort(key=lambda window: len(window.ids) // 50 + chance.random() * 2)
    groups = [found[at : at + BATCH] for at in range(0, len(found), BATCH)]
    chance.shuffle(groups)
    return groups


def rows_of(model, batch):
    """For every window a row of figures for each sentence: the mean of those of its pieces."""
    length = max(len(window.ids) for window in batch)
    most = max(len(window.starts) - 1 for window in batch)
    ids = torch.zeros(len(batch), length, dtype=torch.long)
    mask, pool = torch.zeros(len(batch), length), torch.zeros(len(batch), most, length)
    for row, window in enumerate(batch):
        count = len(window.ids)
        ids[row, :count], mask[row, :count] = torch.tensor(window.ids), 1
        for at, (start, end) in enumerate(zip(window.starts, window.starts[1:])):
            pool[row, at, start:end] = 1 / (end - start)
    return torch.bmm(pool, model(ids, mask))


def optimizer_of(model, schedule):
    groups = [
        {"params": layer.parameters(), "lr": schedule.rate * LOWER ** (LAYERS - 1 - at)}
        for at, layer in enumerate(model.layers)
        if at >= LAYERS - schedule.layers
    ]
    groups.append({"params": model.out.parameters(), "lr": schedule.head_rate})
    if model.marks.requires_grad:
        groups.append({"params": [model.marks], "lr": schedule.head_rate, "weight_decay": 0})
    return torch.optim.AdamW(groups, weight_decay=0.02, fused=True)


def train(model, passes, schedule, checkpoint, made_of):
    optimizer = optimizer_of(model, schedule)
    rates = [group["lr"] for group in optimizer.param_groups]
    trained = [one for group in optimizer.param_groups for one in group["params"]]
    steps = [batch for groups in passes for batch in groups]
    warm = schedule.warm_up * len(steps)
    done, losses = restore(checkpoint, model, optimizer, made_of)
    started, model = time.time(), model.train()
    for at in range(done, len(steps)):
        torch.manual_seed(at)
        for group, rate in zip(optimizer.param_groups, rates):
            falling = max(MIN_RATE, (len(steps) - at) / (len(steps) - warm))
            group["lr"] = rate * min((at + 1) / warm, falling)
        rows = rows_of(model, steps[at])
        loss = sum(loss_of(one, rows[place]) for place, one in enumerate(steps[at])) / BATCH / 4
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        losses.append(float(loss.detach()))
        if (at + 1) % SAVE_EVERY == 0 or at + 1 == len(steps):
            save(checkpoint, model, optimizer, made_of, at + 1, losses)
            mean = sum(losses[-SAVE_EVERY:]) / len(losses[-SAVE_EVERY:])
            spent = time.time() - started
            print(f"step {at + 1} of {len(steps)}: loss {mean:.3f}, {spent:.0f} s", flush=True)
    return model.eval()


def restore(path, model, optimizer, made_of):
    if not os.path.exists(path):
        return 0, []
    kept = torch.load(path, weights_only=True)
    for name, value in made_of.items():
        if kept.get(name) != value:
            raise SystemExit(f"{path}: the {name} changed since; remove it to begin anew")
    model.load_state_dict(kept["model"])
    optimizer.load_state_dict(kept["optimizer"])
    return kept["done"], kept["losses"]


def save(path, model, optimizer, made_of, done, losses):
    state = {
        **made_of,
        "done": done,
        "losses": losses,
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
    }
    torch.save(state, f"{path}.new")
    os.replace(f"{path}.new", path)


def read_examples(path):
    meetings = {}
    with open(path, encoding="utf8") as lines:
        for line in lines:
            row = json.loads(line)
            if not row["keptFromNetwork"]:
                meetings.setdefault(row["name"], {})[row["style"]] = Meeting(row)
    return list(meetings.values())


def main(examples, start, folder, name):
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    torch.manual_seed(0)
    schedule, meetings = SCHEDULES[name], read_examples(examples)
    model = from_network(start) if start.endswith(".onnx") else from_base(start)
    topics = topic_words([styles["lowerCase"] for styles in meetings])
    passes = [batches(meetings, schedule, topics, at) for at in range(schedule.passes)]
    checkpoint = os.path.join(folder, "checkpoint.pt")
    with open(examples, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    made_of = {"schedule": asdict(schedule), "start": start, "examples": digest}
    write_network(train(freeze(model, schedule.layers), passes, schedule, checkpoint, made_of), folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
