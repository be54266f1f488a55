import { InferenceSession, Tensor } from '../../onnx/onnx-runtime.ts';
import { expect, it } from 'vitest';
import { withIntegerProducts } from './integer-products.ts';
import {
  bytesField,
  type Field,
  newNode,
  numberField,
  serializeMessage,
  TYPE,
  writeTensor,
} from './onnx-graph.ts';

const [INPUTS, WIDTH, ROWS] = [4, 3, 5];
/** The weights are `(byte + 20) / 100`. */
const [SCALE, ZERO] = [0.01, 20];

const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
const part = (number: number, ...fields: Field[]) => bytesField(number, serializeMessage(fields));
const value = (name: string, type: number, ...dims: number[]): Field[] => [
  bytesField(1, name),
  part(
    2,
    part(1, numberField(1, type), part(2, ...dims.map((dim) => part(1, numberField(1, dim))))),
  ),
];
const attribute = (name: string, type: number, field: Field) =>
  part(5, bytesField(1, name), field, numberField(20, type));
const toFloat = attribute('to', 2, numberField(3, TYPE.float));

/** Weights of `rows` by `columns` that are made floats as Moonshine's older files do. */
function weight(name: string, rows: number, columns: number, seed: number) {
  const bytes = Int8Array.from({ length: rows * columns }, (_, i) => ((i * 37 + seed) % 256) - 128);
  return {
    nodes: [
      [...newNode('Cast', [name], [`${name}_cast`]), toFloat],
      newNode('Mul', [`${name}_cast`, 'scale'], [`${name}_mul`]),
      newNode('Add', [`${name}_mul`, 'shift'], [`${name}_add`]),
    ],
    tensor: writeTensor(name, TYPE.int8, [rows, columns], new Uint8Array(bytes.buffer)),
  };
}

/** y = x · W · Wᵗ of a table + a row of that table, in a branch. onnxruntime saves branches without a name. */
function model(branchName = ''): Uint8Array {
  const [plain, table] = [weight('w', INPUTS, WIDTH, 1), weight('table', ROWS, WIDTH, 90)];
  const branch = (output: string) =>
    part(
      6,
      ...[
        newNode('MatMul', ['x', 'w_add'], [`${output}_hidden`]),
        newNode('Transpose', ['table_add'], [`${output}_turned`]),
        newNode('MatMul', [`${output}_hidden`, `${output}_turned`], [`${output}_scores`]),
        newNode('Gather', ['table_add', 'row'], [`${output}_row`]),
        newNode('ReduceSum', [`${output}_row`], [`${output}_total`]),
        newNode('Add', [`${output}_scores`, `${output}_total`], [output]),
      ].map((node) => part(1, ...node)),
      ...(branchName === '' ? [] : [bytesField(2, branchName)]),
      part(12, ...value(output, TYPE.float)),
    );
  const choice = [
    ...newNode('If', ['first'], ['y']),
    attribute('then_branch', 5, branch('then')),
    attribute('else_branch', 5, branch('else')),
  ];
  const [BOOL, INT64] = [9, 7];
  const graph = [
    ...[...plain.nodes, ...table.nodes, choice].map((node) => part(1, ...node)),
    bytesField(2, 'main'),
    ...[
      plain.tensor,
      table.tensor,
      writeTensor('scale', TYPE.float, [1], floats(SCALE)),
      writeTensor('shift', TYPE.float, [1], floats(SCALE * ZERO)),
    ].map((tensor) => bytesField(5, tensor)),
    part(11, ...value('x', TYPE.float, 1, INPUTS)),
    part(11, ...value('row', INT64, 1)),
    part(11, ...value('first', BOOL, 1)),
    part(12, ...value('y', TYPE.float)),
  ];
  return serializeMessage([
    numberField(1, 8),
    part(7, ...graph),
    part(8, bytesField(1, ''), numberField(2, 14)),
  ]);
}

async function run(bytes: Uint8Array, isFirst: boolean): Promise<number[]> {
  const session = await InferenceSession.create(bytes, { logSeverityLevel: 3 });
  const { y } = await session.run({
    x: new Tensor('float32', Float32Array.of(0.5, -1, 0.25, 1), [1, INPUTS]),
    row: new Tensor('int64', BigInt64Array.of(3n), [1]),
    first: new Tensor('bool', [isFirst], [1]),
  });
  if (!y) throw new Error('the model gives nothing');
  return [...(y.data as Float32Array)];
}

it.each([true, false])(
  'products of 8-bit integers give what products of floats give',
  async (isFirst) => {
    const expected = await run(model('branch'), isFirst);
    const got = await run(withIntegerProducts(model()), isFirst);
    expect(got).toHaveLength(ROWS);
    for (const [i, one] of got.entries()) expect(one).toBeCloseTo(expected[i] ?? NaN, 1);
  },
);

it('the 8-bit weights are no longer converted to floats', () => {
  const text = Buffer.from(withIntegerProducts(model())).toString('latin1');
  expect(text).toContain('MatMulInteger');
  expect(text).not.toMatch(/MatMul[^I]|w_add|table_add|Transpose/);
});
