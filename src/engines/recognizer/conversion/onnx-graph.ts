// Nodes and tensors of ONNX graphs. Field numbers are those of onnx.proto.
import {
  bytesField,
  bytesOf,
  type Field,
  type Message,
  numberField,
  numbersOf,
  parseMessage,
  serializeMessage,
  textsOf,
} from './protobuf.ts';

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
