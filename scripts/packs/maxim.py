"""
MAXIM deblurring of UpscalerJS as ONNX for pictures of 256 x 256: python maxim.py <package folder> <target folder>.

tf2onnx's own optimiser takes hours over these 42,000 nodes, so it is left out. What computes shapes is folded by the
runtime instead, with every weight as an input of the graph, which keeps the weights as npm delivers them.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import tf2onnx.convert
import tf2onnx.tfjs_utils
from google.protobuf.json_format import ParseDict
from lib_onnx import Weights, save
from onnx import TensorProto, helper, numpy_helper

SIDE = 256
# Below it a tensor takes less room than the words about where it lies.
SMALLEST = 32
# Of a kernel: from height, width, in, out to out, in, height, width.
TURN = (3, 2, 0, 1)


def converted(package):
    tf2onnx.convert.optimizer.optimize_graph = lambda graph, *_, **__: graph
    # Every node of the package has a field "inputs", always empty, that TensorFlow does not know.
    tf2onnx.tfjs_utils.ParseDict = lambda node, target: ParseDict(
        node, target, ignore_unknown_fields=True
    )
    model, _ = tf2onnx.convert._convert_common(
        None,
        name="maxim",
        tfjs_path=str(package / "models/model.json"),
        opset=17,
        shape_override={"xs_0:0": [1, SIDE, SIDE, 3]},
        input_names=["xs_0:0"],
        output_names=["Identity:0"],
    )
    return model


def with_weights_outside(model, weights):
    """Takes the weights out of the graph and makes them its inputs, as folding would take them along."""
    graph, kept, outside, turns = model.graph, [], {}, []
    for tensor in graph.initializer:
        name = tensor.name.removesuffix(":0")
        if int(np.prod(tensor.dims)) < SMALLEST or name not in weights.at:
            kept.append(tensor)
            continue
        bytes_here, known = numpy_helper.to_array(tensor).tobytes(), weights.array(name)
        if bytes_here == known.tobytes():
            outside[tensor.name] = name
        else:
            assert known.ndim == 4 and bytes_here == known.transpose(TURN).tobytes(), name
            raw = f"{tensor.name}/raw"
            outside[raw] = name
            turns.append(helper.make_node("Transpose", [raw], [tensor.name], perm=TURN))
    del graph.initializer[:]
    graph.initializer.extend(kept)
    nodes = turns + list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes)
    graph.input[0].CopyFrom(
        helper.make_tensor_value_info("xs_0:0", TensorProto.FLOAT, [1, SIDE, SIDE, 3])
    )
    for key, name in outside.items():
        graph.input.append(
            helper.make_tensor_value_info(key, TensorProto.FLOAT, weights.at[name][1])
        )
    return outside


def folded(model):
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(model, f"{folder}/whole.onnx")
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = f"{folder}/folded.onnx"
        onnxruntime.InferenceSession(
            f"{folder}/whole.onnx", options, providers=["CPUExecutionProvider"]
        )
        return onnx.load(f"{folder}/folded.onnx")


package, target = Path(sys.argv[1]), Path(sys.argv[2])
weights = Weights(package / "models", "maxim.bin")
model = converted(package)
outside = with_weights_outside(model, weights)
graph = folded(model).graph

# The names of TensorFlow's scopes would be nine tenths of the file.
short = {"xs_0:0": "picture", "Identity:0": "result", "": ""}
naming = lambda name: short.setdefault(name, f"t{len(short)}")
for node in graph.node:
    assert node.domain == "", node.op_type
    node.name = ""
    node.doc_string = ""
    node.input[:] = [naming(name) for name in node.input]
    node.output[:] = [naming(name) for name in node.output]
initializers = [weights.reference(name, naming(key)) for key, name in outside.items()]
for tensor in graph.initializer:
    tensor.name = naming(tensor.name)
    initializers.append(tensor)
used = {name for node in graph.node for name in node.input}
save(
    helper.make_graph(
        list(graph.node),
        "maxim",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, SIDE, SIDE, 3])],
        [helper.make_tensor_value_info("result", TensorProto.FLOAT, [1, SIDE, SIDE, 3])],
        [tensor for tensor in initializers if tensor.name in used],
    ),
    17,
    target / "maxim-deblur.onnx",
)
