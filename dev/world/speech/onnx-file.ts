// Writes ONNX files (onnx.proto3): just enough of the format for models of a few operators.

type Tensor = {
  name: string;
  type: 'float' | 'int64';
  dims: readonly number[];
  values: readonly number[];
};
export type Value = {
  name: string;
  type: 'float' | 'int32' | 'int64';
  dims: readonly (number | string)[];
};
export type Node = {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  ints?: Record<string, number | readonly number[]>;
};
export type OnnxModel = {
  inputs: readonly Value[];
  outputs: readonly Value[];
  nodes: readonly Node[];
  constants?: readonly Tensor[];
  metadata?: Record<string, string | number>;
};

const TYPES = { float: 1, int32: 6, int64: 7 };
const INT = 2;
const INTS = 7;

export function onnxFile({
  inputs,
  outputs,
  nodes,
  constants = [],
  metadata = {},
}: OnnxModel): Buffer {
  const graph = [
    ...nodes.map((node) => part(1, nodeOf(node))),
    text(2, 'graph'),
    ...constants.map((constant) => part(5, tensorOf(constant))),
    ...inputs.map((value) => part(11, valueOf(value))),
    ...outputs.map((value) => part(12, valueOf(value))),
  ];
  const properties = Object.entries(metadata).map(([key, value]) =>
    part(14, [text(1, key), text(2, String(value))]),
  );
  return Buffer.concat([
    number(1, 8),
    part(7, graph),
    part(8, [text(1, ''), number(2, 13)]),
    ...properties,
  ]);
}

function nodeOf({ op, inputs, outputs, ints = {} }: Node): Buffer[] {
  const attributes = Object.entries(ints).map(([name, value]) =>
    part(
      5,
      typeof value === 'number'
        ? [text(1, name), number(3, value), number(20, INT)]
        : [text(1, name), ...value.map((one) => number(8, one)), number(20, INTS)],
    ),
  );
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...attributes,
  ];
}

function tensorOf({ name, type, dims, values }: Tensor): Buffer[] {
  const raw = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values, BigInt);
  return [
    ...dims.map((dim) => number(1, dim)),
    number(2, TYPES[type]),
    text(8, name),
    bytes(9, Buffer.from(raw.buffer)),
  ];
}

function valueOf({ name, type, dims }: Value): Buffer[] {
  const shape = dims.map((dim) =>
    part(1, [typeof dim === 'number' ? number(1, dim) : text(2, dim)]),
  );
  return [text(1, name), part(2, [part(1, [number(1, TYPES[type]), part(2, shape)])])];
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

function part(field: number, parts: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);
}

/** Of whole numbers from 0. */
function varint(value: number): Buffer {
  const septets: number[] = [];
  for (let rest = value; septets.length === 0 || rest > 0; rest = Math.floor(rest / 128))
    septets.push(rest % 128);
  return Buffer.from(septets.map((septet, i) => (i < septets.length - 1 ? septet | 128 : septet)));
}
