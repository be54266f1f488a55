"""Annotated meetings as windows of pieces, as read in one pass over the training set."""

import re

from network import MARKS, MAX_PIECES, PIECES

SPEAKERS = [PIECES.index(f"[speaker {at}]") for at in range(10)]
OPENS, CLOSES, UNKNOWN = PIECES.index("[CLS]"), PIECES.index("[SEP]"), PIECES.index("[UNK]")
PUNCTUATION = {PIECES.index(piece) for piece in ",.?!;:-"}
MARGIN = 32  # pieces at the edge of a window that are judged in the neighboring window
TASK_PIECES_BEFORE, TASK_PIECES_AFTER = 70, 90
TASKS_READ_AGAIN = 0.7  # share of tasks that a pass reads a second time, marked
CHANGED = 0.05  # share of pieces replaced by others
UNPUNCTUATED = 0.25  # share of readings of a meeting that lose some punctuation
MASKED_MEETINGS, MASKED_WORDS = 0.7, 0.7  # shares of real readings, and of topic words in them
NOBODY = 4


def words_of(text):
    return re.findall(r"[^\W_]+(?:'[^\W\d_]+)*", text.lower().replace("’", "'"))


class Meeting:
    """A meeting in one style, with the sentences that its annotations mean."""

    def __init__(self, row):
        self.row, self.name, self.style = row, row["name"], row["style"]
        self.sentences, self.is_real = row["sentences"], row["real"] is not None
        self.pieces = [sentence["pieces"] for sentence in self.sentences]
        self.days = [sentence["days"] for sentence in self.sentences]
        self.words = [set(sentence["words"]) for sentence in self.sentences]
        self.items = {"decisions": [], "actionItems": []}
        if self.is_real:
            return
        for kind, found in self.items.items():
            for item in row[kind]:
                wanted = words_of(item["holds"])
                said = self.locate(item["saidIn"], wanted) if "saidIn" in item else None
                found.append((item, wanted, said, self.holders(wanted)))
        decisions = row["decisions"]
        self.placed = any("saidIn" in item for kind in self.items for item in row[kind])
        self.settled = all("settledBy" in item for item in decisions)
        settling = [self.locate(one["settledBy"], []) for one in decisions if "settledBy" in one]
        self.settling = [at for at in settling if at is not None]

    def holders(self, wanted):
        return [at for at, words in enumerate(self.words) if all(word in words for word in wanted)]

    def locate(self, said, wanted):
        """The sentence from which an annotation copied what was said."""
        quoted = said.strip().lower()
        lines = {at for at, line in enumerate(self.row["lines"]) if quoted in line.lower()}
        spoken, best, most = set(words_of(said)), None, 0
        for at, sentence in enumerate(self.sentences):
            common = len(self.words[at] & spoken)
            if not common or not lines & set(sentence["segments"]):
                continue
            score = common / len(self.words[at] | spoken)
            if wanted:
                score += 0.5 * sum(word in self.words[at] for word in wanted) / len(wanted)
            if score > most:
                most, best = score, at
        return best

    def doers(self, owner, at):
        """Which doers fit: the speaker, the next, the one before, somebody named here, nobody."""
        if owner is None:
            return [NOBODY]
        turn, count = self.sentences[at]["turn"], len(self.sentences)
        speakers = {sentence["turn"]: sentence["speaker"] for sentence in self.sentences}
        around = range(max(0, at - 3), min(count, at + 4))
        near = [other for other in around if self.sentences[other]["turn"] == turn]
        fits = [speakers.get(turn + step) == owner for step in (0, 1, -1)]
        fits.append(any(SPEAKERS[owner % 10] in self.pieces[other][1:] for other in near))
        return [doer for doer, holds in enumerate(fits) if holds]


def windows(meeting, offset=0):
    """(start, end, first judged, end of judged), cut as model/read-turns.ts cuts a meeting."""
    lengths, parts = [len(ids) for ids in meeting.pieces], []
    start, first, room = 0, 0, MAX_PIECES - 2 - offset
    while True:
        to, used = start, 0
        while to < len(lengths) and used + lengths[to] <= room:
            used, to = used + lengths[to], to + 1
        to, room = max(to, start + 1), MAX_PIECES - 2
        if to >= len(lengths):
            return [*parts, (start, len(lengths), first, len(lengths))]
        end, margin = to, 0
        while end > start + 1 and margin < MARGIN:
            end, margin = end - 1, margin + lengths[end - 1]
        end = max(end, first + 1)
        parts.append((start, to, first, end))
        first = start = end
        margin = 0
        while start > 0 and margin < MARGIN:
            start, margin = start - 1, margin + lengths[start - 1]


def window_of_task(meeting, at):
    start, room = at, TASK_PIECES_BEFORE
    while start > 0 and len(meeting.pieces[start - 1]) <= room:
        start, room = start - 1, room - len(meeting.pieces[start - 1])
    to, room = at + 1, TASK_PIECES_AFTER
    while to < len(meeting.pieces) and len(meeting.pieces[to]) <= room:
        to, room = to + 1, room - len(meeting.pieces[to])
    return start, to


class Noise:
    """One pass's changes to a meeting: speakers renumbered, pieces and punctuation lost."""

    def __init__(self, chance, topic_words=frozenset()):
        order = chance.sample(range(10), 10)
        self.chance = chance
        self.speakers = {SPEAKERS[at]: SPEAKERS[to] for at, to in enumerate(order)}
        self.loss = chance.random() if chance.random() < UNPUNCTUATED else 0
        self.topic_words = topic_words if chance.random() < MASKED_MEETINGS else frozenset()

    def sentence(self, ids):
        hidden = self.topic_pieces(ids)
        kept = [ids[0]]
        for place, piece in enumerate(ids[1:], 1):
            if self.loss and piece in PUNCTUATION and self.chance.random() < self.loss:
                continue
            piece = self.speakers.get(piece, piece)
            if piece >= MARKS and (place in hidden or self.chance.random() < CHANGED):
                other = self.chance.randrange(MARKS, len(PIECES))
                piece = UNKNOWN if self.chance.random() < 0.5 else other
            kept.append(piece)
        return [self.speakers.get(kept[0], kept[0]), *kept[1:]]

    def topic_pieces(self, ids):
        """Places of most words that reveal the topic of the corpus, so that they are not learned."""
        hidden = set()
        if not self.topic_words:
            return hidden
        for places, word in words_in(ids):
            if word in self.topic_words and self.chance.random() < MASKED_WORDS:
                hidden.update(places)
        return hidden


def words_in(ids):
    """The words of a sentence with the indexes of their pieces."""
    places, word = [], ""
    for place, piece in enumerate(ids[1:], 1):
        text = PIECES[piece]
        if text.startswith("##"):
            places, word = [*places, place], word + text[2:]
            continue
        if places:
            yield places, word
        places, word = [place], text
    if places:
        yield places, word


def read_window(meeting, part, noise, asked=None):
    """A window as the network reads it; `asked` is the sentence marked as a task."""
    ids, starts = [OPENS], []
    for at in range(part[0], part[1]):
        starts.append(len(ids))
        frame = [CLOSES] if at == asked else []
        ids += [*frame, *noise.sentence(meeting.pieces[at]), *frame]
    return ids + [CLOSES], [*starts, len(ids)]


def topic_words(meetings):
    """Words far more frequent in real meetings than in written ones, typical of their scenario."""
    counts = {True: {}, False: {}}
    for meeting in meetings:
        count = counts[meeting.is_real]
        for ids in meeting.pieces:
            for _, word in words_in(ids):
                count[word] = count.get(word, 0) + 1
    total = {real: max(1, sum(count.values())) for real, count in counts.items()}
    fillers = set("um uh mm hmm mmhmm huh yeah yep okay ok oh ah er well".split())

    def share(word, real):
        return (counts[real].get(word, 0) + 1) / total[real]

    return {
        word
        for word, often in counts[True].items()
        if often >= 30 and word not in fillers and share(word, True) > 4 * share(word, False)
    }
