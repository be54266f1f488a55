import {
  ATTRIBUTE,
  bytesField,
  bytesOf,
  castToFloat,
  type Field,
  floatIn,
  GRAPH,
  inputsOf,
  inputsOfNode,
  kindOf,
  newNode,
  NODE,
  nodesOf,
  outputOf,
  parseMessage,
  readTensor,
  serializeMessage,
  type Tensor,
  TENSOR,
  textsOf,
  TYPE,
  writeTensor,
} from './onnx-graph.ts';

// Moonshine's older files store 8-bit weights, but convert all of them to floats for every token. This conversion makes
// them multiply the 8-bit numbers directly.

const MODEL = { graph: 7 };
const VALUE_NAME = 1;

/** Signed bytes as unsigned ones: unsigned products do not overflow on CPUs without VNNI. */
const UNSIGNED = 128;

/** `bytes`, less `zeroPoint`, times `scale`, is the weight; names are those of tensors in the main graph. */
type Weight = { bytes: string; scale: string; shift: string; zeroPoint: string; dims: number[] };
type Conversion = {
  weights: ReadonlyMap<string, Weight>;
  tensors: Map<string, Tensor>;
  /** Tensors to add, by name. */
  added: Map<string, Uint8Array>;
};

/** Turns products of float with `Cast(8 bit) * scale + shift` in an ONNX model into products of 8-bit integers. */
export function withIntegerProducts(model: Uint8Array): Uint8Array {
  const fields = parseMessage(model);
  return serializeMessage(
    fields.map((field) =>
      field.number === MODEL.graph ? bytesField(MODEL.graph, mainGraph(field.value)) : field,
    ),
  );
}

function mainGraph(bytes: Uint8Array): Uint8Array {
  const graph = parseMessage(bytes);
  const tensors = new Map(
    graph
      .filter(({ number }) => number === GRAPH.initializer)
      .map(({ value }) => readTensor(value))
      .map((tensor) => [textsOf(tensor.fields, TENSOR.name)[0] ?? '', tensor]),
  );
  const nodes = nodesOf(graph);
  const weights = findWeights(nodes, tensors);
  const conversion: Conversion = { weights, tensors, added: new Map() };
  const converted = convertNodes(nodes, conversion);
  const outputs = graph
    .filter(({ number }) => number === GRAPH.output)
    .flatMap(({ value }) => textsOf(parseMessage(value), VALUE_NAME));
  const kept = withoutUnused(converted, outputs);
  const used = inputsOf(kept);
  const initializers = [...tensors]
    .filter(([name]) => used.has(name))
    .map(([name, { fields }]) => conversion.added.get(name) ?? serializeMessage(fields));
  for (const [name, tensor] of conversion.added)
    if (!tensors.has(name) && used.has(name)) initializers.push(tensor);
  return serializeMessage([
    ...kept.map((node) => bytesField(GRAPH.node, serializeMessage(node))),
    bytesField(GRAPH.name, 'main'),
    ...initializers.map((tensor) => bytesField(GRAPH.initializer, tensor)),
    ...graph.filter(({ number }) => ![GRAPH.node, GRAPH.name, GRAPH.initializer].includes(number)),
  ]);
}

/** By the name of the float tensor that `Add(Mul(Cast(bytes), scale), shift)` yields. */
function findWeights(
  nodes: readonly Field[][],
  tensors: ReadonlyMap<string, Tensor>,
): Map<string, Weight> {
  const byOutput = new Map(nodes.map((node) => [outputOf(node), node]));
  const weights = new Map<string, Weight>();
  for (const node of nodes) {
    const [product = '', shift = ''] = inputsOfNode(node);
    const mul = byOutput.get(product) ?? [];
    const [cast = '', scale = ''] = inputsOfNode(mul);
    const castNode = byOutput.get(cast) ?? [];
    const [bytes = ''] = inputsOfNode(castNode);
    const tensor = tensors.get(bytes);
    const kinds = [node, mul, castNode].map(kindOf).join(' ');
    if (kinds !== 'Add Mul Cast' || tensor?.type !== TYPE.int8) continue;
    weights.set(outputOf(node), {
      bytes,
      scale,
      shift,
      zeroPoint: `${bytes}_point`,
      dims: tensor.dims,
    });
  }
  return weights;
}

function convertNodes(nodes: readonly Field[][], conversion: Conversion): Field[][] {
  const { weights } = conversion;
  const transposed = new Map(
    nodes
      .filter((node) => kindOf(node) === 'Transpose' && weights.has(inputsOfNode(node)[0] ?? ''))
      .map((node) => [outputOf(node), inputsOfNode(node)[0] ?? '']),
  );
  return nodes.flatMap((node) => {
    const [first = '', second = ''] = inputsOfNode(node);
    const kind = kindOf(node);
    const turned = transposed.get(second);
    const weight = weights.get(turned ?? second);
    if (kind === 'MatMul' && weight?.dims.length === 2)
      return integerProduct(first, outputOf(node), weight, turned !== undefined, conversion);
    const table = weights.get(first);
    if (kind === 'Gather' && table) return gatherRows(node, second, table);
    if (transposed.has(outputOf(node))) return [];
    return [withConvertedGraphs(node, conversion)];
  });
}

/** The branches of an `If`. Every graph needs a name. */
function withConvertedGraphs(node: Field[], conversion: Conversion): Field[] {
  return node.map((field) => {
    if (field.number !== NODE.attribute) return field;
    const attribute = parseMessage(field.value);
    const inner = bytesOf(attribute, ATTRIBUTE.graph);
    if (!inner) return field;
    const graph = parseMessage(inner);
    const nodes = convertNodes(nodesOf(graph), conversion).map((one) =>
      bytesField(GRAPH.node, serializeMessage(one)),
    );
    const rest = graph.filter(({ number }) => number !== GRAPH.node && number !== GRAPH.name);
    const name = bytesField(GRAPH.name, textsOf(attribute, ATTRIBUTE.name)[0] ?? 'branch');
    const converted = bytesField(ATTRIBUTE.graph, serializeMessage([...nodes, name, ...rest]));
    return bytesField(
      NODE.attribute,
      serializeMessage(attribute.map((one) => (one.number === ATTRIBUTE.graph ? converted : one))),
    );
  });
}

/** The chain that onnxruntime fuses into one product of 8-bit integers. */
function integerProduct(
  input: string,
  output: string,
  weight: Weight,
  isTransposed: boolean,
  { tensors, added }: Conversion,
): Field[][] {
  const tensor = tensors.get(weight.bytes);
  const [rows = 0, columns = 0] = weight.dims;
  if (!tensor) throw new Error(`the model has no ${weight.bytes}`);
  const name = isTransposed ? `${weight.bytes}_turned` : `${weight.bytes}_unsigned`;
  if (!added.has(name)) {
    const unsigned = tensor.data.map((byte) => byte ^ UNSIGNED);
    const [data, dims] = isTransposed
      ? [transpose(unsigned, rows, columns), [columns, rows]]
      : [unsigned, weight.dims];
    added.set(name, writeTensor(name, TYPE.uint8, dims, data));
  }
  if (!added.has(weight.zeroPoint)) {
    const point =
      UNSIGNED - Math.round(floatIn(weight.shift, tensors) / floatIn(weight.scale, tensors));
    if (point < 0 || point > 255) throw new Error(`${weight.bytes} has no zero`);
    added.set(
      weight.zeroPoint,
      writeTensor(weight.zeroPoint, TYPE.uint8, [], Uint8Array.of(point)),
    );
  }
  const [bytes, scale, point] = [`${output}_bytes`, `${output}_scale`, `${output}_point`];
  const [sum, float, both] = [`${output}_sum`, `${output}_float`, `${output}_scales`];
  return [
    newNode('DynamicQuantizeLinear', [input], [bytes, scale, point]),
    newNode('MatMulInteger', [bytes, name, point, weight.zeroPoint], [sum]),
    castToFloat(sum, float),
    newNode('Mul', [scale, weight.scale], [both]),
    newNode('Mul', [float, both], [output]),
  ];
}

/** The rows of a table are converted to floats only when they are read. */
function gatherRows(node: Field[], rows: string, { bytes, scale, shift }: Weight): Field[][] {
  const output = outputOf(node);
  const [taken, float, scaled] = [`${output}_taken`, `${output}_float`, `${output}_scaled`];
  const attributes = node.filter(({ number }) => number === NODE.attribute);
  return [
    [...newNode('Gather', [bytes, rows], [taken]), ...attributes],
    castToFloat(taken, float),
    newNode('Mul', [float, scale], [scaled]),
    newNode('Add', [scaled, shift], [output]),
  ];
}

/** Removes what is no longer read, and then what only that read. */
function withoutUnused(nodes: readonly Field[][], outputs: readonly string[]): Field[][] {
  let kept = [...nodes];
  for (let before = Infinity; kept.length < before;) {
    before = kept.length;
    const used = inputsOf(kept);
    for (const output of outputs) used.add(output);
    kept = kept.filter((node) => textsOf(node, NODE.output).some((output) => used.has(output)));
  }
  return kept;
}

function transpose(data: Uint8Array, rows: number, columns: number): Uint8Array {
  const turned = new Uint8Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = data[row * columns + column] ?? 0;
  return turned;
}
