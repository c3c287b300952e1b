/** Writes ONNX models: a graph is built node by node, then encoded. */
import { readFileSync } from 'node:fs';
import { requirePeer } from '../paths.mjs';

const protobuf = requirePeer('protobufjs');
const schema = protobuf.parse(readFileSync(new URL('schema.proto', import.meta.url), 'utf8'), { keepCase: true }).root;
const ModelProto = schema.lookupType('ModelProto');

/** TensorProto.DataType and AttributeProto.AttributeType */
const dataType = { float32: 1, int32: 6, int64: 7, float64: 11 };
const attributeType = { int: 2, ints: 7 };

export class Graph {
  #nodes = [];
  #initializers = [];
  #inputs = [];
  #outputs = [];
  #names = 0;

  input(name, dtype, shape) {
    this.#inputs.push(valueInfo(name, dtype, shape));
    return name;
  }

  output(name, dtype, shape) {
    this.#outputs.push(valueInfo(name, dtype, shape));
  }

  constant(dtype, shape, data) {
    const name = this.#newName();
    const raw_data = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.#initializers.push({ name, dims: shape, data_type: dataType[dtype], raw_data });
    return name;
  }

  indices(...values) {
    return this.constant('int64', [values.length], BigInt64Array.from(values, BigInt));
  }

  /** Adds an operator; returns the name of its first output. */
  node(op_type, input, { attributes = {}, outputs = [this.#newName()], domain = '' } = {}) {
    this.#nodes.push({ op_type, input, output: outputs, domain, attribute: Object.entries(attributes).map(attribute) });
    return outputs[0];
  }

  encode() {
    return ModelProto.encode(ModelProto.fromObject({
      ir_version: 10,
      opset_import: [{ domain: '', version: 23 }, { domain: 'com.microsoft', version: 1 }],
      graph: {
        name: 'attention', node: this.#nodes, initializer: this.#initializers, input: this.#inputs, output: this.#outputs,
      },
    })).finish();
  }

  #newName() {
    return `value${this.#names++}`;
  }
}

function attribute([name, value]) {
  return Array.isArray(value) ? { name, ints: value, type: attributeType.ints } : { name, i: value, type: attributeType.int };
}

function valueInfo(name, dtype, shape) {
  const dim = shape.map((dim_value) => ({ dim_value }));
  return { name, type: { tensor_type: { elem_type: dataType[dtype], shape: { dim } } } };
}
