"""Trains the turns model: python src/engines/summarizer/training/train.py EXAMPLES.jsonl BASE_FOLDER OUT_FOLDER

All layers of bge-small-en-v1.5 are trained further, the lower ones more slowly; its word vectors stay as they are.
Meetings marked `keptFromNetwork` in training.jsonl.gz are left out, so that what the model makes of them tells how it does on a stranger's meeting.
"""
import json, math, os, random, re, sys, time
import numpy as np, onnx, torch, torch.nn as nn, torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = 'bge-small-en-v1.5'
LAYERS, HIDDEN, HEADS = 12, 384, 12
POINTER = 32  # length of the vectors that point from a sentence to its matter
UNDATED = 8 + 2 * POINTER  # decides, settles, tasks, five doers, two vectors that point to the matter; then no day, two that point to the day
DUE = UNDATED + 1 + 2 * POINTER  # asked about one task: names its day; it has none
NEVER, OUTS = DUE + 1, DUE + 2
LONGEST, MARGIN, REACH_BACK, REACH_ON, DAY_REACH_ON = 320, 32, 14, 2, 10
ASKED_BACK, ASKED_ON, ASKED = 70, 90, 0.7  # pieces around a task that is asked about; share of tasks that a pass asks about
PASSES, BATCH = 4, 4
RATE, LOWER, HEAD_RATE = 1.8e-4, 0.88, 1e-3  # a layer below another learns at 0.88 of its rate
WARM_UP, LEAST_RATE = 0.1, 0.02
DROPOUT = 0.1
CHANGED, UNPUNCTUATED = 0.05, 0.25  # shares of pieces replaced, and of readings of a meeting that lose some punctuation
AGAINST = 0.7  # weight of sentences that hold nothing

pieces = open(os.path.join(HERE, 'vocabulary.txt'), encoding='utf8').read().rstrip('\n').split('\n')
SPEAKER = [pieces.index(f'[speaker {at}]') for at in range(10)]
OPENS, CLOSES, UNKNOWN = pieces.index('[CLS]'), pieces.index('[SEP]'), pieces.index('[UNK]')
MARKS = SPEAKER[-1] + 1  # the first rows: marks of our own, and those that frame a text
PUNCTUATION = {pieces.index(piece) for piece in ',.?!;:-'}


class Product(torch.autograd.Function):
    """Products of matrices in bfloat16, everything else in single precision: a batch takes 0.7 of the time."""

    @staticmethod
    def forward(context, x, weight):
        rows, weight = x.reshape(-1, x.shape[-1]).bfloat16(), weight.bfloat16()
        context.save_for_backward(rows, weight)
        return (rows @ weight.t()).float().reshape(*x.shape[:-1], -1)

    @staticmethod
    def backward(context, slope):
        rows, weight = context.saved_tensors
        part = slope.reshape(-1, slope.shape[-1]).bfloat16()
        return (part @ weight).float().reshape(*slope.shape[:-1], -1), (part.t() @ rows).float()


class Linear(nn.Linear):
    def forward(self, x):
        return Product.apply(x, self.weight) + self.bias


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.o = Linear(HIDDEN, 3 * HIDDEN), Linear(HIDDEN, HIDDEN)
        self.up, self.down = Linear(HIDDEN, 4 * HIDDEN), Linear(4 * HIDDEN, HIDDEN)
        self.n1, self.n2 = nn.LayerNorm(HIDDEN, eps=1e-12), nn.LayerNorm(HIDDEN, eps=1e-12)

    def forward(self, x, mask):
        batch, length, _ = x.shape
        q, k, v = [y.view(batch, length, HEADS, -1).transpose(1, 2) for y in self.qkv(x).chunk(3, -1)]
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).reshape(batch, length, HIDDEN)
        x = self.n1(x + F.dropout(self.o(y), DROPOUT))
        return self.n2(x + F.dropout(self.down(F.gelu(self.up(x))), DROPOUT))


class Turns(nn.Module):
    def __init__(self):
        super().__init__()
        self.word, self.place = nn.Embedding(len(pieces), HIDDEN), nn.Embedding(512, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.out = nn.Linear(HIDDEN, OUTS)
        self.marks = nn.Parameter(torch.zeros(MARKS, HIDDEN))

    def forward(self, ids, mask):
        words = torch.where((ids < MARKS)[..., None], self.marks[ids.clamp(max=MARKS - 1)], self.word(ids))
        x = F.dropout(self.norm(words + self.place.weight[: ids.shape[1]][None]), DROPOUT)
        for layer in self.layers:
            x = layer(x, (1 - mask[:, None, None, :]) * -1e4)
        return self.out(F.dropout(x, DROPOUT))


def base_rows(folder):
    """For each of our pieces the base model's; marks of our own take those of pieces that it never learnt."""
    vocabulary = json.load(open(os.path.join(folder, f'{BASE}-tokenizer.json'), encoding='utf8'))['model']['vocab']
    return [vocabulary.get(piece, 20 if piece == '[goes on]' else 1 + int((re.findall(r'\d+', piece) or ['0'])[0])) for piece in pieces]


def base_model(folder):
    network = onnx.load(os.path.join(folder, f'{BASE}.onnx')).graph
    weights = {weight.name: torch.tensor(numpy_helper.to_array(weight)) for weight in network.initializer}
    # Matrices bear numbers there; the steps that multiply by them bear names.
    weights.update({f'{node.name}.weight': weights[node.input[1]].T for node in network.node if node.op_type == 'MatMul' and node.input[1] in weights})
    model = Turns()
    state = model.state_dict()
    state['word.weight'] = weights['embeddings.word_embeddings.weight'][base_rows(folder)]
    state['place.weight'] = weights['embeddings.position_embeddings.weight'] + weights['embeddings.token_type_embeddings.weight'][0]
    state['marks'] = state['word.weight'][:MARKS]
    for kind in ('weight', 'bias'):
        state[f'norm.{kind}'] = weights[f'embeddings.LayerNorm.{kind}']

    def linear(layer, name):
        step = name.replace('.', '/')
        return {'weight': weights[f'/encoder/layer.{layer}/{step}/MatMul.weight'], 'bias': weights[f'encoder.layer.{layer}.{name}.bias']}

    for at in range(LAYERS):
        thirds = [linear(at, f'attention.self.{part}') for part in ('query', 'key', 'value')]
        ours = {name: linear(at, theirs) for name, theirs in {'o': 'attention.output.dense', 'up': 'intermediate.dense', 'down': 'output.dense'}.items()}
        ours['qkv'] = {kind: torch.cat([third[kind] for third in thirds]) for kind in ('weight', 'bias')}
        for name, theirs in {'n1': 'attention.output.LayerNorm', 'n2': 'output.LayerNorm'}.items():
            ours[name] = {kind: weights[f'encoder.layer.{at}.{theirs}.{kind}'] for kind in ('weight', 'bias')}
        state.update({f'layers.{at}.{name}.{kind}': value for name, kinds in ours.items() for kind, value in kinds.items()})
    state['out.weight'], state['out.bias'] = torch.randn(OUTS, HIDDEN) * 0.02, torch.zeros(OUTS)
    state['out.bias'][:3] = torch.tensor([-3.0, -3.0, -2.5])
    model.load_state_dict(state)
    for fixed in (model.word, model.place, model.norm):
        fixed.requires_grad_(False)
    return model


def words_of(text):
    return re.findall(r"[^\W_]+(?:'[^\W\d_]+)*", text.lower().replace('’', "'"))


class Meeting:
    """A meeting in one style, with the sentences that its annotations mean."""

    def __init__(self, row):
        self.row, self.name, self.style, self.sentences = row, row['name'], row['style'], row['sentences']
        self.pieces = [sentence['pieces'] for sentence in self.sentences]
        self.days = [sentence['days'] for sentence in self.sentences]
        self.words = [set(sentence['words']) for sentence in self.sentences]
        self.items = {'decisions': [], 'actionItems': []}
        for kind, found in self.items.items():
            for item in row[kind]:
                wanted = words_of(item['holds'])
                holders = [at for at, words in enumerate(self.words) if all(word in words for word in wanted)]
                found.append((item, wanted, self.locate(item['saidIn'], wanted) if 'saidIn' in item else None, holders))
        self.settling = [self.locate(item['settledBy'], []) for item in row['decisions'] if 'settledBy' in item]

    def locate(self, said, wanted):
        lines = [at for at, line in enumerate(self.row['lines']) if said.strip().lower() in line.lower()]
        spoken, best, most = set(words_of(said)), None, 0
        for at, sentence in enumerate(self.sentences):
            common = len(self.words[at] & spoken)
            if not common or not set(lines) & set(sentence['segments']):
                continue
            score = common / len(self.words[at] | spoken) + (0.5 * sum(word in self.words[at] for word in wanted) / len(wanted) if wanted else 0)
            if score > most:
                most, best = score, at
        return best

    def doers(self, item, at):
        """Which of speaker, next speaker, speaker before, somebody named in the turn, nobody fits the annotated owner."""
        if item['ownerDisplayName'] not in self.row['speakers']:
            return [4]
        owner, here = self.row['speakers'].index(item['ownerDisplayName']), self.sentences[at]
        speakers = {sentence['turn']: sentence['speaker'] for sentence in self.sentences}
        near = [other for other in range(max(0, at - 3), min(len(self.sentences), at + 4)) if self.sentences[other]['turn'] == here['turn']]
        fits = [here['speaker'] == owner, speakers.get(here['turn'] + 1) == owner, speakers.get(here['turn'] - 1) == owner]
        fits.append(any(SPEAKER[owner % 10] in self.pieces[other][1:] for other in near))
        return [doer for doer, holds in enumerate(fits) if holds]


def windows(meeting, longest, offset=0):
    """(from, to, first read, end of the read): as src/engines/summarizer/model/read-turns.ts cuts them."""
    lengths, parts = [len(ids) for ids in meeting.pieces], []
    start, first, room = 0, 0, longest - 2 - offset
    while True:
        to, used = start, 0
        while to < len(lengths) and used + lengths[to] <= room:
            used, to = used + lengths[to], to + 1
        to, room = max(to, start + 1), longest - 2
        if to >= len(lengths):
            return parts + [(start, len(lengths), first, len(lengths))]
        end, margin = to, 0
        while end > start + 1 and margin < MARGIN:
            end, margin = end - 1, margin + lengths[end - 1]
        end = max(end, first + 1)
        parts.append((start, to, first, end))
        first = start = end
        margin = 0
        while start > 0 and margin < MARGIN:
            start, margin = start - 1, margin + lengths[start - 1]


def readings(meeting):
    """The windows of a meeting as one pass reads them: cut elsewhere, speakers numbered otherwise, some pieces lost."""
    marks = {SPEAKER[at]: SPEAKER[to] for at, to in enumerate(random.sample(range(10), 10))}
    loss = random.random() if random.random() < UNPUNCTUATED else 0
    for part in windows(meeting, LONGEST, random.randint(0, 120)):
        yield read(meeting, part, marks, loss)
    for item, _, said, holders in meeting.items['actionItems']:
        at = said if said is not None else holders[0] if len(holders) == 1 else None
        if at is not None and random.random() < ASKED:
            yield read(meeting, (*around(meeting, at), at, item), marks, loss)


def read(meeting, part, marks, loss):
    ids, starts = [OPENS], []
    for at in range(part[0], part[1]):
        starts.append(len(ids))
        asked = not isinstance(part[3], int) and part[2] == at
        ids += [CLOSES] if asked else []
        for place, piece in enumerate(meeting.pieces[at]):
            if place and loss and piece in PUNCTUATION and random.random() < loss:
                continue
            piece = marks.get(piece, piece)
            if place and piece >= MARKS and random.random() < CHANGED:
                piece = UNKNOWN if random.random() < 0.5 else random.randrange(MARKS, len(pieces))
            ids.append(piece)
        ids += [CLOSES] if asked else []
    return meeting, part, [*ids, CLOSES], [*starts, len(ids)]


def around(meeting, at):
    """From and to of what is read to ask about the task that sentence `at` says."""
    start, room = at, ASKED_BACK
    while start > 0 and len(meeting.pieces[start - 1]) <= room:
        start, room = start - 1, room - len(meeting.pieces[start - 1])
    to, room = at + 1, ASKED_ON
    while to < len(meeting.pieces) and len(meeting.pieces[to]) <= room:
        to, room = to + 1, room - len(meeting.pieces[to])
    return start, to


def batches(meetings):
    """One pass: each meeting in one of its styles, windows of about one length together."""
    items = [item for styles in meetings for item in readings(styles['asSpoken' if random.random() < 0.5 else 'lowerCase'])]
    items.sort(key=lambda item: len(item[2]) // 50 + random.random() * 2)
    found = [items[at : at + BATCH] for at in range(0, len(items), BATCH)]
    random.shuffle(found)
    return found


def rows_of(model, items):
    """For every window a row of figures for each sentence: the mean of those of its pieces."""
    length, most = max(len(ids) for _, _, ids, _ in items), max(part[1] - part[0] for _, part, _, _ in items)
    pieces_in, mask, pool = torch.zeros(len(items), length, dtype=torch.long), torch.zeros(len(items), length), torch.zeros(len(items), most, length)
    for row, (_, _, ids, starts) in enumerate(items):
        pieces_in[row, : len(ids)], mask[row, : len(ids)] = torch.tensor(ids), 1
        for at, (start, end) in enumerate(zip(starts, starts[1:])):
            pool[row, at, start:end] = 1 / (end - start)
    return torch.bmm(pool, model(pieces_in, mask))


def pointed(rows, at, count):
    near = list(range(max(0, at - REACH_BACK), min(count, at + REACH_ON + 1)))
    return near, rows[near, 8 + POINTER : UNDATED] @ rows[at, 8 : 8 + POINTER] * 4 / math.sqrt(POINTER)


def day_loss(meeting, item, rows, at, start, count, asked=False):
    """Of the sentences around a task that name a day one says when it is due, or none does."""
    near = [other for other in range(max(0, at - REACH_BACK), min(count, at + DAY_REACH_ON + 1)) if meeting.days[start + other]]
    if not near:
        return None
    none = rows[at, NEVER : NEVER + 1] if asked else rows[at, UNDATED : UNDATED + 1]
    shares = rows[near, DUE] if asked else rows[near, UNDATED + 1 + POINTER : DUE] @ rows[at, UNDATED + 1 : UNDATED + 1 + POINTER] * 4 / math.sqrt(POINTER)
    shares = F.log_softmax(torch.cat([none, shares]), -1)
    right = [place + 1 for place, other in enumerate(near) if item['dueDate'] in meeting.days[start + other]]
    said = item.get('dueSaidIn')
    where = [place for place in right if said and set(words_of(said)) <= meeting.words[start + near[place - 1]]] if said else []
    return -torch.logsumexp(shares[(where or right) or [0]], 0)


def asked_loss(meeting, part, rows):
    start, to, said, item = part
    day = day_loss(meeting, item, rows, said - start, start, to - start, asked=True)
    return rows.sum() * 0 if day is None else 2 * day


def loss_of(meeting, part, rows):
    if not isinstance(part[3], int):
        return asked_loss(meeting, part, rows)
    start, to, first, end = part
    count, losses = to - start, []
    for kind, column in (('decisions', 0), ('actionItems', 2)):
        yes, no = F.logsigmoid(rows[:count, column]), F.logsigmoid(-rows[:count, column])
        against = set(range(first, end))
        for item, wanted, said, holders in meeting.items[kind]:
            against -= {*holders, said}
            if said is not None:
                if not first <= said < end:
                    continue
                losses.append(-yes[said - start])
            elif holders and all(first <= at < end for at in holders):
                # The annotation tells no place: one of the sentences that hold its words.
                places = [at - start for at in holders]
                losses.append(-torch.log1p(-torch.exp(no[places].sum().clamp(max=-1e-5))))
                said = holders[int(torch.argmax(rows[places, column]))]
            else:
                continue
            fitting = meeting.doers(item, said) if kind == 'actionItems' else []
            if fitting:
                losses.append(-0.7 * torch.logsumexp(F.log_softmax(rows[said - start, 3:8], -1)[fitting], 0))
            day = day_loss(meeting, item, rows, said - start, start, count) if kind == 'actionItems' else None
            if day is not None:
                losses.append(1.5 * day)
            near, shares = pointed(rows, said - start, count)
            missing = [word for word in wanted if word not in meeting.words[said]]
            held = [sum(word in meeting.words[start + at] for word in missing) for at in near]
            good = [place for place, at in enumerate(near) if (held[place] == max(held) if missing else at == said - start)]
            if not missing or max(held) > 0:
                losses.append(-(2.0 if missing else 0.5) * torch.logsumexp(F.log_softmax(shares, -1)[good], 0))
        losses.append(-AGAINST * no[[at - start for at in sorted(against)]].sum())
    if len(meeting.settling) == len(meeting.row['decisions']) and meeting.row.get('placed'):
        settles = torch.zeros(count)
        settles[[at - start for at in meeting.settling if at is not None and start <= at < to]] = 1
        losses.append(0.5 * F.binary_cross_entropy_with_logits(rows[first - start : end - start, 1], settles[first - start : end - start], reduction='sum'))
    return sum(losses)


def train(model, meetings):
    rates = [{'params': layer.parameters(), 'lr': RATE * LOWER ** (LAYERS - 1 - at)} for at, layer in enumerate(model.layers)]
    heads = [{'params': model.out.parameters(), 'lr': HEAD_RATE}, {'params': [model.marks], 'lr': HEAD_RATE, 'weight_decay': 0}]
    optimiser = torch.optim.AdamW([*heads, *rates], weight_decay=0.02)
    trained = [parameter for group in optimiser.param_groups for parameter in group['params']]
    steps = len(batches(meetings)) * PASSES
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / (WARM_UP * steps), max(LEAST_RATE, (steps - step) / ((1 - WARM_UP) * steps)))
    )
    before = {}
    for number in range(1, PASSES + 1):
        if number == PASSES:
            before = {name: value.clone() for name, value in model.state_dict().items()}
        started, total, passed = time.time(), 0, batches(meetings)
        for batch in passed:
            rows = rows_of(model, batch)
            loss = sum(loss_of(meeting, part, rows[at]) for at, (meeting, part, _, _) in enumerate(batch)) / len(batch) / 4
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(trained, 1.0)
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        print(f'pass {number}: loss {total / len(passed):.3f}, {time.time() - started:.0f} s', flush=True)
    model.load_state_dict({name: (value + before[name]) / 2 for name, value in model.state_dict().items()})
    return model


def write_onnx(model, folder):
    """One meeting's window in, one row of figures for each piece out; weights in seven bits."""
    nodes, weights = [], []
    state = {name: value.numpy() for name, value in model.state_dict().items()}
    state['word.weight'][:MARKS] = state['marks']

    def constant(name, value):
        value = np.ascontiguousarray(value)
        weights.append(numpy_helper.from_array(value.astype(np.float32) if value.dtype == np.float64 else value, name))
        return name

    def node(kind, inputs, output, **attributes):
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def linear(x, output, weight, bias):
        return node('Add', [node('MatMul', [x, constant(f'{output}.w', weight.T)], f'{output}.m'), constant(f'{output}.b', bias)], output)

    def norm(x, name, output):
        return node('LayerNormalization', [x, constant(f'{name}.w', state[f'{name}.weight']), constant(f'{name}.b', state[f'{name}.bias'])], output, axis=-1, epsilon=1e-12)

    size = HIDDEN // HEADS
    constant('start', np.array([0])), constant('split', np.array([-1, HEADS, size])), constant('join', np.array([-1, HIDDEN]))
    words = node('Gather', [constant('words', state['word.weight']), 'ids'], 'word')
    places = node('Slice', [constant('places', state['place.weight'][:LONGEST]), 'start', node('Shape', ['ids'], 'length'), 'start'], 'place')
    x = norm(node('Add', [words, places], 'sum'), 'norm', 'x')
    for at in range(LAYERS):
        name, part = f'layers.{at}.', {}
        for place, letter in enumerate('qkv'):
            cut, scale = slice(place * HIDDEN, (place + 1) * HIDDEN), 1 / math.sqrt(size) if letter == 'q' else 1
            y = linear(x, name + letter, state[name + 'qkv.weight'][cut] * scale, state[name + 'qkv.bias'][cut] * scale)
            part[letter] = node('Transpose', [node('Reshape', [y, 'split'], y + '.r')], y + '.t', perm=[1, 2, 0] if letter == 'k' else [1, 0, 2])
        shares = node('Softmax', [node('MatMul', [part['q'], part['k']], name + 's')], name + 'a', axis=-1)
        seen = node('Transpose', [node('MatMul', [shares, part['v']], name + 'av')], name + 'avt', perm=[1, 0, 2])
        seen = linear(node('Reshape', [seen, 'join'], name + 'j'), name + 'oo', state[name + 'o.weight'], state[name + 'o.bias'])
        x = norm(node('Add', [x, seen], name + 'r1'), name + 'n1', name + 'x1')
        wide = node('Gelu', [linear(x, name + 'u', state[name + 'up.weight'], state[name + 'up.bias'])], name + 'g')
        narrow = linear(wide, name + 'dd', state[name + 'down.weight'], state[name + 'down.bias'])
        x = norm(node('Add', [x, narrow], name + 'r2'), name + 'n2', name + 'x2')
    linear(x, 'scores', state['out.weight'], state['out.bias'])
    inputs = [helper.make_tensor_value_info('ids', TensorProto.INT64, ['pieces'])]
    outputs = [helper.make_tensor_value_info('scores', TensorProto.FLOAT, ['pieces', OUTS])]
    network = helper.make_model(helper.make_graph(nodes, 'turns', inputs, outputs, weights), opset_imports=[helper.make_opsetid('', 20)])
    network.ir_version = 9
    onnx.checker.check_model(network)
    whole = os.path.join(folder, 'whole.onnx')
    onnx.save(network, whole)
    quantize_dynamic(whole, os.path.join(folder, 'turns.onnx'), op_types_to_quantize=['MatMul', 'Gather'], per_channel=True,
                     reduce_range=True, weight_type=QuantType.QInt8,  # seven bits: sums of eight overflow on processors without VNNI
                     use_external_data_format=True)  # weights in a file of their own are mapped, which takes 30 MB less than to read them
    os.remove(whole)


def main(examples, base, folder):
    torch.manual_seed(0), random.seed(0), torch.set_num_threads(1)
    meetings = {}
    for meeting in (Meeting(json.loads(line)) for line in open(examples, encoding='utf8')):
        if not meeting.row['keptFromNetwork']:
            meeting.row['placed'] = any('saidIn' in item for kind in meeting.items for item in meeting.row[kind])
            meetings.setdefault(meeting.name, {})[meeting.style] = meeting
    write_onnx(train(base_model(base), list(meetings.values())), folder)


if __name__ == '__main__':
    main(*sys.argv[1:])
