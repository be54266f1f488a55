// Nodes and tensors of ONNX graphs, in protobuf's wire format, field by field. Field numbers are those of onnx.proto.
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf';

export const GRAPH = { node: 1, name: 2, initializer: 5, output: 12 };
export const NODE = { input: 1, output: 2, name: 3, kind: 4, attribute: 5 };
export const ATTRIBUTE = { name: 1, number: 3, graph: 6, type: 20 };
export const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, data: 9 };
export const TYPE = { float: 1, uint8: 2, int8: 3, integerAttribute: 2 };

export type Tensor = { fields: Field[]; dims: number[]; type: number; data: Uint8Array };

export function nodesOf(graph: Message): Field[][] {
  return graph
    .filter(({ number }) => number === GRAPH.node)
    .map(({ value }) => parseMessage(value));
}

export const kindOf = (node: Message): string => textsOf(node, NODE.kind)[0] ?? '';
export const inputsOfNode = (node: Message): string[] => textsOf(node, NODE.input);
export const outputOf = (node: Message): string => textsOf(node, NODE.output)[0] ?? '';

export function newNode(
  kind: string,
  inputs: readonly string[],
  outputs: readonly string[],
): Field[] {
  return [
    ...inputs.map((input) => bytesField(NODE.input, input)),
    ...outputs.map((output) => bytesField(NODE.output, output)),
    bytesField(NODE.name, `${outputs[0]}_node`),
    bytesField(NODE.kind, kind),
  ];
}

export function castToFloat(input: string, output: string): Field[] {
  const to = [
    bytesField(ATTRIBUTE.name, 'to'),
    numberField(ATTRIBUTE.number, TYPE.float),
    numberField(ATTRIBUTE.type, TYPE.integerAttribute),
  ];
  return [...newNode('Cast', [input], [output]), bytesField(NODE.attribute, serializeMessage(to))];
}

/** Includes those of the branches, which read tensors of the main graph. */
export function inputsOf(nodes: readonly Message[]): Set<string> {
  const used = new Set<string>();
  for (const node of nodes) {
    for (const input of inputsOfNode(node)) used.add(input);
    for (const { value } of node.filter(({ number }) => number === NODE.attribute)) {
      const inner = bytesOf(parseMessage(value), ATTRIBUTE.graph);
      for (const input of inner ? inputsOf(nodesOf(parseMessage(inner))) : []) used.add(input);
    }
  }
  return used;
}

export function readTensor(bytes: Uint8Array): Tensor {
  const fields = parseMessage(bytes);
  return {
    fields,
    dims: numbersOf(fields, TENSOR.dims),
    type: numbersOf(fields, TENSOR.type)[0] ?? 0,
    data: bytesOf(fields, TENSOR.data) ?? bytesOf(fields, TENSOR.floats) ?? new Uint8Array(),
  };
}

export function writeTensor(name: string, type: number, dims: readonly number[], data: Uint8Array) {
  return serializeMessage([
    ...dims.map((dim) => numberField(TENSOR.dims, dim)),
    numberField(TENSOR.type, type),
    bytesField(TENSOR.name, name),
    bytesField(TENSOR.data, data),
  ]);
}

export function floatIn(name: string, tensors: ReadonlyMap<string, Tensor>): number {
  const data = tensors.get(name)?.data;
  if (data?.length !== 4) throw new Error(`${name} is not one number`);
  return Buffer.from(data).readFloatLE();
}

/** `value`: the content of a bytes field, or the encoded value of any other. */
export type Field = { number: number; wire: WireType; value: Uint8Array };
export type Message = readonly Field[];

/** The fields in order; `value` is a view of `bytes`. Throws on an invalid message. */
export function parseMessage(bytes: Uint8Array): Field[] {
  const reader = new BinaryReader(bytes);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    const value = wire === WireType.LengthDelimited ? reader.bytes() : reader.skip(wire);
    fields.push({ number, wire, value });
  }
  return fields;
}

export function serializeMessage(message: Message): Uint8Array {
  const writer = new BinaryWriter();
  for (const { number, wire, value } of message) {
    writer.tag(number, wire);
    if (wire === WireType.LengthDelimited) writer.bytes(value);
    else writer.raw(value);
  }
  return writer.finish();
}

export function bytesField(number: number, value: Uint8Array | string): Field {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return { number, wire: WireType.LengthDelimited, value: bytes };
}

export function numberField(number: number, value: number): Field {
  return { number, wire: WireType.Varint, value: new BinaryWriter().uint32(value).finish() };
}

/** Every value of a repeated string field. */
export function textsOf(message: Message, number: number): string[] {
  return message
    .filter((field) => field.number === number)
    .map(({ value }) => Buffer.from(value).toString());
}

export function bytesOf(message: Message, number: number): Uint8Array | undefined {
  return message.find((field) => field.number === number)?.value;
}

/** A repeated numeric field, packed or not. */
function numbersOf(message: Message, number: number): number[] {
  const numbers: number[] = [];
  for (const { value } of message.filter((field) => field.number === number)) {
    const reader = new BinaryReader(value);
    while (reader.pos < reader.len) numbers.push(reader.uint32());
  }
  return numbers;
}
