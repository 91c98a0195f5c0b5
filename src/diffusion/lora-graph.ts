import { toHalf } from './half.ts';
import { layerKey, LoraError, type LoraLayer } from './lora-file.ts';
import { joined } from '../domain/joined.ts';
import { bytesField, fieldsOf, numberField, type Field } from './protobuf.ts';

/**
 * LoRAs in a graph of ONNX. Each layer that one of them changes gets a branch of its own, `up · (down · input)`, which
 * is added to what the layer gives. That is the same as weights with the LoRA merged into them, and the weights stay
 * as they are: whole numbers of eight bits, halves, or in a file beside the graph.
 */

/** A LoRA that was read, and how strong it is to be. */
export interface PlacedLora {
  name: string;
  layers: readonly LoraLayer[];
  strengths: Readonly<Record<LoraLayer['part'], number>>;
}

// Numbers of fields in onnx.proto.
const modelGraph = 7;
const graphNode = 1;
const graphInitializer = 5;
const node = { input: 1, output: 2, name: 3, operator: 4, attribute: 5 };
const attribute = { name: 1, int: 3, tensor: 5, ints: 8, kind: 20 };
const tensor = { dims: 1, type: 2, name: 8, raw: 9 };
const attributeInts = 7;
/** Names that the exporter makes begin with a slash; what a branch goes by begins with a tilde instead. */
const renamedMark = 0x7e;
/** `TensorProto.DataType`. */
const float32 = 1;
const float16 = 10;

interface Attribute {
  int: number;
  ints: number[];
  /** Where a tensor in it lies. */
  tensor: Field | null;
}

interface GraphNode {
  field: Field;
  inputs: string[];
  outputs: string[];
  name: string;
  operator: string;
  attributes: Map<string, Attribute>;
}

/** A weight's size and the kind of its numbers. */
interface Shape {
  dims: readonly number[];
  type: number;
}

/** Operators that are a layer, by what stands at the end of their nodes' names. */
const layerOperators = new Set(['MatMul', 'Gemm', 'Conv']);

class Graph {
  readonly bytes: Uint8Array;
  readonly field: Field;
  readonly nodes: GraphNode[] = [];
  readonly #weights = new Map<string, Field>();
  readonly #makers = new Map<string, GraphNode>();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const found = [...fieldsOf(bytes)].find(({ number }) => number === modelGraph);
    if (!found) throw new Error('there is no graph');
    this.field = found;
    for (const part of fieldsOf(bytes, found.at, found.end)) {
      if (part.number === graphNode) {
        const read = this.#readNode(part);
        this.nodes.push(read);
        for (const output of read.outputs) this.#makers.set(output, read);
      } else if (part.number === graphInitializer) {
        const name = this.#within(part).find(({ number }) => number === tensor.name);
        if (name) this.#weights.set(this.#text(name), part);
      }
    }
  }

  #within(field: Field): Field[] {
    return [...fieldsOf(this.bytes, field.at, field.end)];
  }

  #text({ at, end }: Field): string {
    return new TextDecoder().decode(this.bytes.subarray(at, end));
  }

  #numbers(field: Field): number[] {
    if (field.wire === 0) return [field.value];
    const numbers: number[] = [];
    let value = 0;
    let factor = 1;
    for (let at = field.at; at < field.end; at += 1) {
      const byte = this.bytes[at]!;
      value += (byte & 0x7f) * factor;
      factor *= 128;
      if (byte >= 0x80) continue;
      numbers.push(value);
      value = 0;
      factor = 1;
    }
    return numbers;
  }

  #readNode(field: Field): GraphNode {
    const read: GraphNode = {
      field,
      inputs: [],
      outputs: [],
      name: '',
      operator: '',
      attributes: new Map(),
    };
    for (const part of this.#within(field)) {
      if (part.number === node.input) read.inputs.push(this.#text(part));
      else if (part.number === node.output) read.outputs.push(this.#text(part));
      else if (part.number === node.name) read.name = this.#text(part);
      else if (part.number === node.operator) read.operator = this.#text(part);
      else if (part.number === node.attribute) {
        const fields = this.#within(part);
        const name = fields.find(({ number }) => number === attribute.name);
        if (!name) continue;
        read.attributes.set(this.#text(name), {
          int: fields.find(({ number }) => number === attribute.int)?.value ?? 0,
          ints: fields
            .filter(({ number }) => number === attribute.ints)
            .flatMap((one) => this.#numbers(one)),
          tensor: fields.find(({ number }) => number === attribute.tensor) ?? null,
        });
      }
    }
    return read;
  }

  /** What a weight is, also where a node makes it of another one. @returns null where that can't be told */
  shapeOf(name: string | undefined): Shape | null {
    if (name === undefined) return null;
    const weight = this.#weights.get(name);
    if (weight) return this.#shapeIn(weight);
    const maker = this.#makers.get(name);
    const [from, scale] = maker?.inputs ?? [];
    switch (maker?.operator) {
      case 'Constant': {
        const held = maker.attributes.get('value')?.tensor;
        return held ? this.#shapeIn(held) : null;
      }
      case 'DequantizeLinear': {
        const whole = this.shapeOf(from);
        const type = this.shapeOf(scale)?.type;
        return whole && type !== undefined ? { dims: whole.dims, type } : null;
      }
      case 'Identity':
        return this.shapeOf(from);
      case 'Transpose': {
        const before = this.shapeOf(from);
        return before?.dims.length === 2
          ? { dims: before.dims.toReversed(), type: before.type }
          : null;
      }
      default:
        return null;
    }
  }

  #shapeIn(field: Field): Shape {
    const dims: number[] = [];
    let type = 0;
    for (const part of this.#within(field)) {
      if (part.number === tensor.dims) dims.push(...this.#numbers(part));
      else if (part.number === tensor.type) type = part.value;
    }
    return { dims, type };
  }
}

/** Of a layer: how many numbers go in and come out, and over which square of pixels. */
interface Layer {
  node: GraphNode;
  inputs: number;
  outputs: number;
  kernel: readonly number[];
  type: number;
}

function layerOf(graph: Graph, node: GraphNode): Layer | null {
  const shape = graph.shapeOf(node.inputs[1]);
  if (!shape || (shape.type !== float32 && shape.type !== float16)) return null;
  const { dims, type } = shape;
  const [first = 0, second = 0] = dims;
  if (node.operator === 'Conv') {
    const isWhole = (node.attributes.get('group')?.int ?? 1) === 1;
    const kernel = dims.slice(2);
    return isWhole && kernel.length === 2
      ? { node, inputs: second, outputs: first, kernel, type }
      : null;
  }
  if (dims.length !== 2) return null;
  const isTurned = node.operator === 'Gemm' && node.attributes.get('transB')?.int === 1;
  return {
    node,
    inputs: isTurned ? second : first,
    outputs: isTurned ? first : second,
    kernel: [1, 1],
    type,
  };
}

/** The layers of a graph, by their names. */
function layersOf(graph: Graph): Map<string, Layer> {
  const layers = new Map<string, Layer>();
  for (const one of graph.nodes) {
    const isNamed = one.name.startsWith('/') && one.outputs[0]?.startsWith('/') === true;
    if (!layerOperators.has(one.operator) || !isNamed) continue;
    const place = one.name.slice(0, one.name.lastIndexOf('/'));
    const layer = layerOf(graph, one);
    if (layer) layers.set(layerKey(place), layer);
  }
  return layers;
}

const sidesOf = ({ shape }: { shape: readonly number[] }) => shape.slice(2);
const isSame = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((side, at) => side === right[at]);

/** Whether a LoRA's layer is as large as the graph's. */
function fits({ down, up }: LoraLayer, layer: Layer): boolean {
  const [rank = 0, inputs] = down.shape;
  const kernel = sidesOf(down).length === 0 ? [1, 1] : sidesOf(down);
  return (
    inputs === layer.inputs &&
    up.shape[0] === layer.outputs &&
    up.shape[1] === rank &&
    sidesOf(up).every((side) => side === 1) &&
    isSame(kernel, layer.kernel)
  );
}

interface Addition {
  layer: Layer;
  of: { lora: LoraLayer; strength: number }[];
}

/** Turned by a quarter: rows become columns. */
function turned(values: Float32Array, rows: number, columns: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      result[column * rows + row] = values[row * columns + column]!;
    }
  }
  return result;
}

/** Both matrices of all LoRAs of a layer in one: as if it were one LoRA of a higher rank. */
function matricesOf({ layer, of }: Addition) {
  const { inputs, outputs, kernel } = layer;
  const rank = of.reduce((sum, { lora }) => sum + (lora.down.shape[0] ?? 0), 0);
  const across = inputs * kernel.reduce((product, side) => product * side, 1);
  const down = new Float32Array(rank * across);
  const up = new Float32Array(outputs * rank);
  let row = 0;
  for (const { lora, strength } of of) {
    const own = lora.down.shape[0] ?? 0;
    down.set(lora.down.values(), row * across);
    const values = lora.up.values();
    for (let output = 0; output < outputs; output += 1) {
      for (let at = 0; at < own; at += 1) {
        up[output * rank + row + at] = values[output * own + at]! * lora.scale * strength;
      }
    }
    row += own;
  }
  return { down, up, rank, across };
}

function tensorBytes(
  name: string,
  dims: readonly number[],
  values: Float32Array,
  type: number,
): Uint8Array {
  // Little endian, as every machine is that a browser runs on.
  const numbers = type === float16 ? Uint16Array.from(values, toHalf) : values;
  const raw = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return joined(
    ...dims.map((side) => numberField(tensor.dims, side)),
    numberField(tensor.type, type),
    bytesField(tensor.name, name),
    bytesField(tensor.raw, raw),
  );
}

const nodeBytes = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Uint8Array[] = [],
): Uint8Array =>
  joined(
    ...inputs.map((input) => bytesField(node.input, input)),
    bytesField(node.output, output),
    bytesField(node.name, `/kiln/${output}`),
    bytesField(node.operator, operator),
    ...attributes.map((one) => bytesField(node.attribute, one)),
  );

const intsBytes = (name: string, ints: readonly number[]): Uint8Array =>
  joined(
    bytesField(attribute.name, name),
    ...ints.map((value) => numberField(attribute.ints, value)),
    numberField(attribute.kind, attributeInts),
  );

/**
 * Another name for what a node gives, as long as before: nobody else's begins so.
 * @returns that name
 */
function renamedInPlace(bytes: Uint8Array, { field }: GraphNode): string {
  const output = [...fieldsOf(bytes, field.at, field.end)].find(
    ({ number }) => number === node.output,
  );
  if (!output || output.at === output.end) throw new Error('a layer gives nothing');
  bytes[output.at] = renamedMark;
  return new TextDecoder().decode(bytes.subarray(output.at, output.end));
}

/** The branch of a layer: nodes and weights that are added to the graph. */
function branchOf(addition: Addition, base: string, index: number) {
  const { layer } = addition;
  const { operator, attributes, inputs, outputs } = layer.node;
  const [input = ''] = inputs;
  const [output = ''] = outputs;
  const { down, up, rank, across } = matricesOf(addition);
  const name = (part: string): string => `kiln_lora_${index}_${part}`;
  const isConvolution = operator === 'Conv';
  const downDims = isConvolution ? [rank, layer.inputs, ...layer.kernel] : [layer.inputs, rank];
  const upDims = isConvolution ? [layer.outputs, rank, 1, 1] : [rank, layer.outputs];
  const weights = [
    tensorBytes(
      name('down'),
      downDims,
      isConvolution ? down : turned(down, rank, across),
      layer.type,
    ),
    tensorBytes(
      name('up'),
      upDims,
      isConvolution ? up : turned(up, layer.outputs, rank),
      layer.type,
    ),
  ];
  const kept = ['strides', 'pads', 'dilations'].flatMap((one) => {
    const ints = attributes.get(one)?.ints;
    return isConvolution && ints ? [intsBytes(one, ints)] : [];
  });
  const operation = isConvolution ? 'Conv' : 'MatMul';
  const nodes = [
    nodeBytes(operation, [input, name('down')], name('narrow'), kept),
    nodeBytes(operation, [name('narrow'), name('up')], name('wide')),
    nodeBytes('Add', [base, name('wide')], output),
  ];
  return { nodes, weights };
}

/** What is to be added to which layer. @throws LoraError */
function additionsIn(
  graph: Graph,
  part: LoraLayer['part'],
  loras: readonly PlacedLora[],
): Map<GraphNode, Addition> {
  const layers = layersOf(graph);
  const additions = new Map<GraphNode, Addition>();
  for (const { name, layers: wanted, strengths } of loras) {
    const strength = strengths[part];
    for (const lora of wanted) {
      if (lora.part !== part || strength === 0) continue;
      if (layers.size === 0) throw new LoraError('closed-graph', name, 'no layer has its name');
      const layer = layers.get(lora.layer);
      if (!layer || !fits(lora, layer)) {
        throw new LoraError('other-model', name, `${lora.layer} has no place`);
      }
      const addition = additions.get(layer.node) ?? { layer, of: [] };
      addition.of.push({ lora, strength });
      additions.set(layer.node, addition);
    }
  }
  return additions;
}

/**
 * Puts LoRAs into a graph. What the layers gave is renamed where it stands, and branches are appended: protobuf reads
 * two messages behind each other as one with the fields of both, and onnxruntime puts nodes in order itself. So a graph
 * with all its weights is in memory once.
 * @param bytes of a graph in ONNX whose nodes are named after their layers, as PyTorch's exporter names them; changed
 * @param part which of the networks it is
 * @returns what has to stand behind those bytes; empty where no LoRA changes this network
 * @throws LoraError where one of them does not belong to this model; the bytes are as they were then
 */
export function putLorasInto(
  bytes: Uint8Array,
  part: LoraLayer['part'],
  loras: readonly PlacedLora[],
): Uint8Array {
  const graph = new Graph(bytes);
  const additions = additionsIn(graph, part, loras);
  const added: Uint8Array[] = [];
  let index = 0;
  for (const [one, addition] of additions) {
    const base = renamedInPlace(bytes, one);
    const { nodes, weights } = branchOf(addition, base, index);
    added.push(
      ...nodes.map((node) => bytesField(graphNode, node)),
      ...weights.map((weight) => bytesField(graphInitializer, weight)),
    );
    index += 1;
  }
  return added.length === 0 ? new Uint8Array() : bytesField(modelGraph, joined(...added));
}

/** How many bytes more than `putLorasInto` can ask for stand behind a graph. */
export const roomForLoras = (part: LoraLayer['part'], loras: readonly PlacedLora[]): number =>
  loras
    .flatMap(({ layers }) => layers)
    .filter((layer) => layer.part === part)
    .reduce(
      (sum, { layer, down, up }) =>
        sum + 4 * (sizeOf(down) + sizeOf(up)) + besideBytes + 8 * layer.length,
      64,
    );

/** Names, nodes and lengths of a branch, beside its numbers and the names that are its layer's. */
const besideBytes = 2_000;

const sizeOf = ({ shape }: { shape: readonly number[] }): number =>
  shape.reduce((product, side) => product * side, 1);
