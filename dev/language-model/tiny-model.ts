// A language model of 3 MB in GGUF, llama.cpp's format: each byte is followed by the one it prefers. With a schema it
// writes the same small JSON each time; without one it writes "Ship" endlessly.
import { writeFile } from 'node:fs/promises';

export type TinyModel = {
  /** What it answers where the schema asks for true or false. */
  verdict: boolean;
};

const BYTES = 256;
const SPECIAL = ['<unk>', '<s>', '</s>'];
const END = 2;
const TOKENS = SPECIAL.length + BYTES;
/** One dimension for each token, and some more so that four heads share them evenly. */
const WIDTH = 288;
const HEADS = 4;
const CONTEXT_TOKENS = 131_072;
const ALIGNMENT = 32;

/** In rising order of preference; what a grammar forbids is never chosen. */
const ANYWHERE = '1,}]{"0[';
const AFTER: Record<string, string> = {
  '"': 'S',
  S: 'h',
  h: 'i',
  i: 'p',
  p: '"',
  ':': '1n',
  '[': '{',
  '0': ']',
  '1': ',}',
};

export async function writeTinyModel(path: string, { verdict }: TinyModel): Promise<void> {
  const tensors = tensorsOf(verdict ? 't' : 'f');
  const facts = factsOf();
  const infos: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    const dimensions = shape.map((size) => uint64(size));
    infos.push(text(name), uint32(shape.length), ...dimensions, uint32(0), uint64(offset));
    const bytes = padded(Buffer.from(values.buffer));
    data.push(bytes);
    offset += bytes.length;
  }
  const counts = [uint64(tensors.length), uint64(facts.length)];
  const head = Buffer.concat([Buffer.from('GGUF'), uint32(3), ...counts, ...facts, ...infos]);
  await writeFile(path, Buffer.concat([padded(head), ...data]));
}

type Tensor = { name: string; shape: number[]; values: Float32Array };

function tensorsOf(verdict: string): Tensor[] {
  const tensor = (name: string, fill: number, ...shape: number[]): Tensor => ({
    name: `${name}.weight`,
    shape,
    values: new Float32Array(shape.reduce((size, one) => size * one, 1)).fill(fill),
  });
  const embedding = tensor('token_embd', 0, WIDTH, TOKENS);
  for (let token = 0; token < TOKENS; token += 1) embedding.values[token * WIDTH + token] = 1;
  const output = tensor('output', 0, WIDTH, TOKENS);
  const like = (before: number, after: number, score: number): void =>
    void (output.values[after * WIDTH + before] = score);
  for (let before = 0; before < TOKENS; before += 1) {
    const own = before < SPECIAL.length ? '' : (AFTER[String.fromCharCode(before - 3)] ?? '');
    for (const [at, byte] of [...ANYWHERE, verdict, ...own].entries())
      like(before, tokenOf(byte), at + 1);
    like(before, END, 100);
  }
  // Left alone, it does not end after each letter.
  for (const letter of '"Ship') like(tokenOf(letter), END, 0);
  const inBlock = ['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) =>
    tensor(`blk.0.${name}`, 0, WIDTH, WIDTH),
  );
  return [
    embedding,
    output,
    tensor('output_norm', 1, WIDTH),
    tensor('blk.0.attn_norm', 1, WIDTH),
    tensor('blk.0.ffn_norm', 1, WIDTH),
    ...inBlock,
    ...['ffn_gate', 'ffn_up', 'ffn_down'].map((name) => tensor(`blk.0.${name}`, 0, WIDTH, WIDTH)),
  ];
}

function tokenOf(byte: string): number {
  return byte.charCodeAt(0) + SPECIAL.length;
}

function factsOf(): Buffer[] {
  const bytes = Array.from({ length: BYTES }, (_, at) => `<0x${hex(at)}>`);
  const template = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}";
  const number = (key: string, value: number): Buffer =>
    Buffer.concat([text(key), uint32(4), uint32(value)]);
  const string = (key: string, value: string): Buffer =>
    Buffer.concat([text(key), uint32(8), text(value)]);
  const list = (key: string, type: number, items: readonly Buffer[]): Buffer =>
    Buffer.concat([text(key), uint32(9), uint32(type), uint64(items.length), ...items]);
  const kinds = [2, 3, 3, ...bytes.map(() => 6)];
  return [
    string('general.architecture', 'llama'),
    string('general.name', 'tiny'),
    number('llama.context_length', CONTEXT_TOKENS),
    number('llama.embedding_length', WIDTH),
    number('llama.block_count', 1),
    number('llama.feed_forward_length', WIDTH),
    number('llama.attention.head_count', HEADS),
    number('llama.rope.dimension_count', WIDTH / HEADS),
    Buffer.concat([text('llama.attention.layer_norm_rms_epsilon'), uint32(6), float(1e-5)]),
    string('tokenizer.ggml.model', 'llama'),
    list('tokenizer.ggml.tokens', 8, [...SPECIAL, ...bytes].map(text)),
    list(
      'tokenizer.ggml.scores',
      6,
      kinds.map(() => float(0)),
    ),
    list('tokenizer.ggml.token_type', 5, kinds.map(uint32)),
    number('tokenizer.ggml.bos_token_id', 1),
    number('tokenizer.ggml.eos_token_id', END),
    number('tokenizer.ggml.unknown_token_id', 0),
    string('tokenizer.chat_template', template),
  ];
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % ALIGNMENT;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(ALIGNMENT - rest)]);
}
