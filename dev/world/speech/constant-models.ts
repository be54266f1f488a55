// Speech models with the right shapes and metadata that output "one" at a steady rate for any sound.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OnnxModel, onnxFile, type Value } from './onnx-file.ts';

/** The width of what one part passes to the next. */
const WIDTH = 4;

/** Like NVIDIA's Parakeet TDT: 128 bands, a frame per 80 ms, a word per four frames. */
export async function constantParakeet(folder: string): Promise<void> {
  const [bands, frame, states] = [128, 8, [1, 1, WIDTH]] as const;
  await put(folder, ['▁one 0', '<blk> 1'], {
    'encoder.int8.onnx': parakeetEncoder(bands, frame),
    'decoder.int8.onnx': {
      inputs: [
        { name: 'targets', type: 'int32', dims: [1, 1] },
        { name: 'target_length', type: 'int32', dims: [1] },
        float('h', states),
        float('c', states),
      ],
      outputs: [
        float('outputs', [1, WIDTH, 1]),
        { name: 'lengths', type: 'int32', dims: [1] },
        float('next_h', states),
        float('next_c', states),
      ],
      nodes: [
        { op: 'Gather', inputs: ['words', 'targets'], outputs: ['word'] },
        { op: 'Transpose', inputs: ['word'], outputs: ['outputs'], ints: { perm: [0, 2, 1] } },
        same('target_length', 'lengths'),
        same('h', 'next_h'),
        same('c', 'next_c'),
      ],
      constants: [zeros('words', [2, WIDTH])],
    },
    'joiner.int8.onnx': {
      inputs: [float('encoder_outputs', [1, WIDTH, 1]), float('decoder_outputs', [1, WIDTH, 1])],
      outputs: [float('outputs', [1, 1, 7])],
      nodes: [
        { op: 'Add', inputs: ['encoder_outputs', 'decoder_outputs'], outputs: ['sum'] },
        { op: 'Transpose', inputs: ['sum'], outputs: ['turned'], ints: { perm: [0, 2, 1] } },
        { op: 'MatMul', inputs: ['turned', 'weights'], outputs: ['product'] },
        { op: 'Add', inputs: ['product', 'answer'], outputs: ['outputs'] },
      ],
      // Two outputs for the words, and five for durations of 0 to 4 frames.
      constants: [
        zeros('weights', [WIDTH, 7]),
        { name: 'answer', type: 'float', dims: [7], values: [9, 0, 0, 0, 0, 0, 9] },
      ],
    },
  });
}

/** Like a streaming zipformer: 80 bands, a frame and a word per 40 ms. */
export async function constantZipformer(folder: string): Promise<void> {
  const [bands, window, chunk] = [80, 39, 32];
  const states: Value[] = [
    { name: 'len', type: 'int64', dims: [1, 1] },
    float('avg', [1, 1, WIDTH]),
    float('key', [1, 8, 1, WIDTH]),
    float('val', [1, 8, 1, WIDTH / 2]),
    float('val2', [1, 8, 1, WIDTH / 2]),
    float('conv1', [1, 1, WIDTH, 2]),
    float('conv2', [1, 1, WIDTH, 2]),
  ];
  const ints = (name: string, values: readonly number[]) => ({
    name,
    type: 'int64' as const,
    dims: [values.length],
    values,
  });
  await put(folder, ['<blk> 0', '▁one 1', '<unk> 2'], {
    'encoder-epoch-99-avg-1.onnx': {
      inputs: [float('x', ['N', window, bands]), ...states],
      outputs: [
        float('encoder_out', ['N', chunk / 4, WIDTH]),
        ...states.map((state) => ({ ...state, name: `new_${state.name}` })),
      ],
      nodes: [
        { op: 'Slice', inputs: ['x', 'from', 'to', 'axes'], outputs: ['encoder_out'] },
        ...states.map(({ name }) => same(name, `new_${name}`)),
      ],
      constants: [ints('from', [0, 0]), ints('to', [chunk / 4, WIDTH]), ints('axes', [1, 2])],
      metadata: {
        model_type: 'zipformer',
        encoder_dims: WIDTH,
        attention_dims: WIDTH,
        num_encoder_layers: 1,
        cnn_module_kernels: 3,
        left_context_len: 8,
        T: window,
        decode_chunk_len: chunk,
      },
    },
    'decoder-epoch-99-avg-1.onnx': zipformerDecoder(),
    'joiner-epoch-99-avg-1.onnx': {
      inputs: [float('encoder_out', ['N', WIDTH]), float('decoder_out', ['N', WIDTH])],
      outputs: [float('logit', ['N', 3])],
      nodes: [
        { op: 'Add', inputs: ['encoder_out', 'decoder_out'], outputs: ['sum'] },
        { op: 'MatMul', inputs: ['sum', 'weights'], outputs: ['product'] },
        { op: 'Add', inputs: ['product', 'answer'], outputs: ['logit'] },
      ],
      constants: [
        zeros('weights', [WIDTH, 3]),
        { name: 'answer', type: 'float', dims: [3], values: [0, 9, 0] },
      ],
      metadata: { joiner_dim: WIDTH },
    },
  });
}

function parakeetEncoder(bands: number, frame: number): OnnxModel {
  return {
    inputs: [float('audio_signal', [1, bands, 'T']), { name: 'length', type: 'int64', dims: [1] }],
    outputs: [
      float('outputs', [1, WIDTH, 'frames']),
      { name: 'encoded_lengths', type: 'int64', dims: [1] },
    ],
    nodes: [
      {
        op: 'Conv',
        inputs: ['audio_signal', 'weights'],
        outputs: ['outputs'],
        ints: { kernel_shape: [frame], strides: [frame] },
      },
      { op: 'Div', inputs: ['length', 'frame'], outputs: ['encoded_lengths'] },
    ],
    constants: [
      zeros('weights', [WIDTH, bands, frame]),
      { name: 'frame', type: 'int64', dims: [1], values: [frame] },
    ],
    metadata: {
      vocab_size: 1,
      normalize_type: 'per_feature',
      pred_rnn_layers: 1,
      pred_hidden: WIDTH,
      subsampling_factor: frame,
      model_type: 'EncDecRNNTBPEModel',
      url: 'parakeet-tdt',
      feat_dim: bands,
    },
  };
}

function zipformerDecoder(): OnnxModel {
  return {
    inputs: [{ name: 'y', type: 'int64', dims: ['N', 2] }],
    outputs: [float('decoder_out', ['N', WIDTH])],
    nodes: [
      { op: 'Gather', inputs: ['words', 'y'], outputs: ['both'] },
      {
        op: 'ReduceMean',
        inputs: ['both'],
        outputs: ['decoder_out'],
        ints: { axes: [1], keepdims: 0 },
      },
    ],
    constants: [zeros('words', [3, WIDTH])],
    metadata: { vocab_size: 3, context_size: 2 },
  };
}

async function put(
  folder: string,
  tokens: readonly string[],
  models: Record<string, OnnxModel>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tokens.txt'), `${tokens.join('\n')}\n`);
  for (const [name, model] of Object.entries(models))
    await writeFile(join(folder, name), onnxFile(model));
}

function float(name: string, dims: Value['dims']): Value {
  return { name, type: 'float', dims };
}

function zeros(name: string, dims: readonly number[]) {
  return {
    name,
    type: 'float' as const,
    dims,
    values: Array<number>(dims.reduce((all, dim) => all * dim, 1)).fill(0),
  };
}

function same(from: string, to: string) {
  return { op: 'Identity', inputs: [from], outputs: [to] };
}
