"""The training loss of one window; `rows` holds the network's scores, one row per sentence."""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from meetings import words_of
from network import DECIDES, DOERS, DUE, NEVER, POINTER, POINTERS, SETTLES, TASK, UNDATED

REACH_BACK, REACH_AHEAD, DATE_REACH_AHEAD = 14, 2, 10
POINTER_SCALE = 4 / math.sqrt(POINTER)
NEGATIVE = 0.7  # weight of negative sentences
# Annotators of real meetings missed things: a sentence far from all evidence is a weak negative,
# one near it is not a negative.
REAL_NEGATIVE, REAL_NEAR = 0.3, 4
KINDS = (("decisions", DECIDES), ("actionItems", TASK))


@dataclass
class Window:
    meeting: object
    part: tuple  # (start, end, first judged, end of judged)
    ids: list
    starts: list  # where each sentence's pieces begin, and where the last one ends
    asked: object = None  # (place, item) where the window is read for one task alone


def loss_of(window, rows):
    if window.asked is not None:
        return asked_loss(window, rows)
    return real_loss(window, rows) if window.meeting.is_real else written_loss(window, rows)


def at_least_one(no, places):
    """Loss for: at least one of these sentences is positive, but it is unknown which."""
    return -torch.log1p(-torch.exp(no[places].sum().clamp(max=-1e-5)))


def real_loss(window, rows):
    start, to, first, end = window.part
    real, losses = window.meeting.row["real"], []
    no = {column: F.logsigmoid(-rows[:, column]) for column in (DECIDES, TASK)}
    near = {column: set() for column in no}

    def places_in(item):
        if not item["at"] or not all(first <= at < end for at in item["at"]):
            return None
        return [at - start for at in item["at"]]

    def spare(item, columns):
        for column in columns:
            for at in (*item["at"], *item["around"]):
                near[column].update(range(at - REAL_NEAR, at + REAL_NEAR + 1))

    for item in real["decisions"]:
        spare(item, [DECIDES])
        if (places := places_in(item)) is not None:
            losses.append(at_least_one(no[DECIDES], places))
    for item in real["tasks"]:
        spare(item, [TASK])
        if (places := places_in(item)) is not None:
            losses.append(at_least_one(no[TASK], places))
            at = places[int(torch.argmax(rows[places, TASK]))]
            fitting = window.meeting.doers(item["owners"][0], at + start) if item["owners"] else []
            if fitting:
                losses.append(0.7 * doer_loss(rows[at], fitting))
    for item in real["either"]:
        spare(item, [DECIDES, TASK])
        if (places := places_in(item)) is not None:
            losses.append(at_least_one(no[DECIDES] + no[TASK], places))
    for column, spared in near.items():
        against = [at - start for at in range(first, end) if at not in spared]
        losses.append(-REAL_NEGATIVE * no[column][against].sum())
    return sum(losses)


def doer_loss(row, fitting):
    return -torch.logsumexp(F.log_softmax(row[DOERS : DOERS + 5], -1)[fitting], 0)


def written_loss(window, rows):
    start, to, first, end = window.part
    meeting, count, losses = window.meeting, to - start, []
    for kind, column in KINDS:
        yes, no = F.logsigmoid(rows[:count, column]), F.logsigmoid(-rows[:count, column])
        against = set(range(first, end))
        for item, wanted, said, holders in meeting.items[kind]:
            against -= {*holders, said}
            if said is not None:
                if not first <= said < end:
                    continue
                losses.append(-yes[said - start])
            elif holders and all(first <= at < end for at in holders):
                places = [at - start for at in holders]
                losses.append(at_least_one(no, places))
                said = holders[int(torch.argmax(rows[places, column]))]
            else:
                continue
            losses.extend(item_losses(window, rows, kind, item, said - start))
            losses.extend(antecedent_loss(window, rows, wanted, said - start))
        losses.append(-NEGATIVE * no[[at - start for at in sorted(against)]].sum())
    if meeting.settled and meeting.placed:
        settles = torch.zeros(count)
        settles[[at - start for at in meeting.settling if start <= at < to]] = 1
        judged = slice(first - start, end - start)
        found = rows[judged, SETTLES]
        loss = F.binary_cross_entropy_with_logits(found, settles[judged], reduction="sum")
        losses.append(0.5 * loss)
    return sum(losses)


def item_losses(window, rows, kind, item, at):
    if kind != "actionItems":
        return
    speakers = window.meeting.row["speakers"]
    name = item["ownerDisplayName"]
    owner = speakers.index(name) if name in speakers else None
    fitting = window.meeting.doers(owner, at + window.part[0])
    if fitting:
        yield 0.7 * doer_loss(rows[at], fitting)
    date = date_loss(window, rows, item, at)
    if date is not None:
        yield 1.5 * date


def antecedent_loss(window, rows, wanted, at):
    """The target is the sentence with the most annotated words that the task's own lacks."""
    start, count = window.part[0], window.part[1] - window.part[0]
    words = window.meeting.words
    near = list(range(max(0, at - REACH_BACK), min(count, at + REACH_AHEAD + 1)))
    shares = rows[near, POINTERS + POINTER : UNDATED] @ rows[at, POINTERS : POINTERS + POINTER]
    missing = [word for word in wanted if word not in words[at + start]]
    held = [sum(word in words[start + other] for word in missing) for other in near]
    if missing and max(held) == 0:
        return
    good = [
        place
        for place, other in enumerate(near)
        if (held[place] == max(held) if missing else other == at)
    ]
    shares = F.log_softmax(shares * POINTER_SCALE, -1)
    yield -(2.0 if missing else 0.5) * torch.logsumexp(shares[good], 0)


def date_loss(window, rows, item, at, asked=False):
    """Of the sentences around a task that name a date, one says when it is due, or none does."""
    start, count = window.part[0], window.part[1] - window.part[0]
    days, words = window.meeting.days, window.meeting.words
    around = range(max(0, at - REACH_BACK), min(count, at + DATE_REACH_AHEAD + 1))
    near = [other for other in around if days[start + other]]
    if not near:
        return None
    if asked:
        none, shares = rows[at, NEVER : NEVER + 1], rows[near, DUE]
    else:
        none, middle = rows[at, UNDATED : UNDATED + 1], UNDATED + 1 + POINTER
        shares = rows[near, middle:DUE] @ rows[at, UNDATED + 1 : middle] * POINTER_SCALE
    shares = F.log_softmax(torch.cat([none, shares]), -1)
    dated = [place for place, other in enumerate(near) if item["dueDate"] in days[start + other]]
    said = set(words_of(item.get("dueSaidIn") or ""))
    where = [place for place in dated if said and said <= words[start + near[place]]]
    right = [place + 1 for place in where or dated]
    return -torch.logsumexp(shares[right or [0]], 0)


def asked_loss(window, rows):
    at, item = window.asked
    date = date_loss(window, rows, item, at - window.part[0], asked=True)
    return rows.sum() * 0 if date is None else 2 * date
