"""The small picture classifier of nsfwjs (MobileNetV2) as ONNX: python nsfw.py <package folder> <target folder>."""

import base64
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
from lib_onnx import save
from onnx import TensorProto, helper, numpy_helper

SIDE = 224
LOCATION = "nsfw.bin"
EPSILON_DEFAULT = 1e-3


def module_value(file):
    """What a module of the package exports: JavaScript, and no JSON."""
    script = "process.stdout.write(JSON.stringify(require(process.argv[1])))"
    return json.loads(subprocess.check_output(["node", "-e", script, str(file)]))


def convert(folder, target):
    model = module_value((folder / "model.min.js").resolve())
    literal = max(
        re.findall(r'"([A-Za-z0-9+/=]+)"', (folder / "group1-shard1of1.min.js").read_text()), key=len
    )
    data = base64.b64decode(literal)
    (Path(target) / LOCATION).write_bytes(data)
    at, offset = {}, 0
    for weight in (one for group in model["weightsManifest"] for one in group["weights"]):
        quantization = weight.get("quantization")
        assert quantization and quantization["dtype"] == "uint8", weight
        length = int(np.prod(weight["shape"], dtype=np.int64))
        at[weight["name"]] = (weight["shape"], quantization["scale"], quantization["min"], offset)
        offset += length
    assert offset == len(data)

    nodes, initializers, output_of = [], [], {}

    def constant(name, value, dtype=np.float32):
        initializers.append(numpy_helper.from_array(np.asarray(value, dtype), name))
        return name

    def weight(name, perm=None):
        """Eight bits, a scale and the least value; turned to full numbers once, when the model is loaded."""
        shape, scale, least, begin = at[name]
        tensor = TensorProto(name=f"{name}/q", data_type=TensorProto.UINT8, dims=shape)
        tensor.data_location = TensorProto.EXTERNAL
        length = int(np.prod(shape, dtype=np.int64))
        for key, value in (("location", LOCATION), ("offset", begin), ("length", length)):
            entry = tensor.external_data.add()
            entry.key, entry.value = key, str(value)
        initializers.append(tensor)
        nodes.append(helper.make_node("Cast", [f"{name}/q"], [f"{name}/c"], to=TensorProto.FLOAT))
        nodes.append(
            helper.make_node("Mul", [f"{name}/c", constant(f"{name}/s", scale)], [f"{name}/m"])
        )
        whole = f"{name}/w"
        nodes.append(helper.make_node("Add", [f"{name}/m", constant(f"{name}/l", least)], [whole]))
        if perm is None:
            return whole
        nodes.append(helper.make_node("Transpose", [whole], [f"{name}/t"], perm=perm))
        return f"{name}/t"

    def same_pads(size, stride):
        assert stride == 1, "strided layers of this network are padded by layers of their own"
        return [(size - 1) // 2] * 2 + [size // 2] * 2

    config = model["modelTopology"]["model_config"]["config"]
    for layer in config["layers"]:
        kind, name, settings = layer["class_name"], layer["name"], layer["config"]
        inbound = layer["inbound_nodes"][0] if layer["inbound_nodes"] else []
        inputs = [output_of[source[0]] for source in inbound]
        output_of[name] = name
        if kind == "InputLayer":
            output_of[name] = "picture"
        elif kind in ("Conv2D", "DepthwiseConv2D"):
            size, stride = settings["kernel_size"][0], settings["strides"][0]
            deep = kind == "DepthwiseConv2D"
            part = "depthwise_kernel" if deep else "kernel"
            operands = [inputs[0], weight(f"{name}/{part}", [2, 3, 0, 1] if deep else [3, 2, 0, 1])]
            if settings["use_bias"]:
                operands.append(weight(f"{name}/bias"))
            pads = same_pads(size, stride) if settings["padding"] == "same" else [0] * 4
            group = at[f"{name}/{part}"][0][2] if deep else 1
            assert settings["activation"] == "linear"
            nodes.append(
                helper.make_node(
                    "Conv",
                    operands,
                    [name],
                    pads=pads,
                    strides=[stride] * 2,
                    kernel_shape=[size] * 2,
                    group=group,
                )
            )
        elif kind == "BatchNormalization":
            parts = [weight(f"{name}/{part}") for part in ("gamma", "beta", "moving_mean", "moving_variance")]
            epsilon = settings.get("epsilon", EPSILON_DEFAULT)
            nodes.append(
                helper.make_node("BatchNormalization", [inputs[0], *parts], [name], epsilon=epsilon)
            )
        elif kind == "ReLU":
            most = constant(f"{name}/most", settings["max_value"])
            nodes.append(
                helper.make_node("Clip", [inputs[0], constant(f"{name}/least", 0), most], [name])
            )
        elif kind == "ZeroPadding2D":
            (top, bottom), (left, right) = settings["padding"]
            pads = constant(f"{name}/pads", [0, 0, top, left, 0, 0, bottom, right], np.int64)
            nodes.append(helper.make_node("Pad", [inputs[0], pads], [name]))
        elif kind == "Add":
            nodes.append(helper.make_node("Sum", inputs, [name]))
        elif kind == "AveragePooling2D":
            # Of 7 by 7: what is left has one place, so that no order of colours and places is lost in flattening.
            assert settings["pool_size"] == settings["strides"] == [7, 7]
            nodes.append(
                helper.make_node("AveragePool", inputs, [name], kernel_shape=[7, 7], strides=[7, 7])
            )
        elif kind in ("Flatten", "Reshape"):
            nodes.append(helper.make_node("Flatten", inputs, [name]))
        elif kind == "Dense":
            operands = [inputs[0], weight(f"{name}/kernel"), weight(f"{name}/bias")]
            nodes.append(helper.make_node("Gemm", operands, [f"{name}/sum"]))
            if settings["activation"] == "softmax":
                nodes.append(helper.make_node("Softmax", [f"{name}/sum"], [name], axis=1))
            else:
                assert settings["activation"] == "relu", settings["activation"]
                nodes.append(helper.make_node("Relu", [f"{name}/sum"], [name]))
        elif kind in ("Activation", "Dropout"):
            act = settings.get("activation")
            assert kind == "Dropout" or act == "softmax", act
            nodes.append(
                helper.make_node("Softmax" if act else "Identity", inputs, [name], **({"axis": 1} if act else {}))
            )
        else:
            raise ValueError(f"unknown layer {kind}: {settings}")
    result = output_of[config["output_layers"][0][0]]
    nodes.append(helper.make_node("Identity", [result], ["result"]))
    graph = helper.make_graph(
        nodes,
        "nsfw",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("result", TensorProto.FLOAT, [1, 5])],
        initializers,
    )
    save(graph, 17, Path(target) / "nsfw.onnx")


convert(Path(sys.argv[1]) / "dist/models/mobilenet_v2", sys.argv[2])
