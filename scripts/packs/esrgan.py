"""ESRGAN thick of UpscalerJS, a convolutional network, as ONNX: python esrgan.py <package folder> <target folder>."""

import sys
from pathlib import Path

import numpy as np
from lib_onnx import Weights, save
from onnx import TensorProto, helper, numpy_helper

ACTIVATIONS = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh"}


def convert(folder, location, target):
    weights = Weights(folder, location)
    config = weights.topology["model_config"]["config"]
    nodes, initializers, output_of = [], [], {}

    def constant(name, value):
        initializers.append(numpy_helper.from_array(value, name))
        return name

    def weight(layer, part):
        name = f"{layer}/{part}"
        initializers.append(weights.reference(name, name))
        return name

    for layer in config["layers"]:
        kind, name, settings = layer["class_name"], layer["name"], layer["config"]
        inbound = layer["inbound_nodes"][0] if layer["inbound_nodes"] else []
        inputs = [output_of[source[0]] for source in inbound]
        output_of[name] = name
        if kind == "InputLayer":
            output_of[name] = "picture"
        elif kind == "Conv2D":
            size = settings["kernel_size"]
            assert settings["strides"] == [1, 1]
            assert settings["padding"] == "same" or size == [1, 1]
            # TensorFlow keeps height, width, in, out; the runtime turns it once, when it loads the model.
            nodes.append(
                helper.make_node("Transpose", [weight(name, "kernel")], [f"{name}/turned"], perm=[3, 2, 0, 1])
            )
            operands = [inputs[0], f"{name}/turned"]
            if settings["use_bias"]:
                operands.append(weight(name, "bias"))
            padding = [(side - 1) // 2 for side in size]
            nodes.append(
                helper.make_node("Conv", operands, [name], pads=padding * 2, kernel_shape=size)
            )
            if settings["activation"] != "linear":
                output_of[name] = f"{name}/activated"
                nodes.append(
                    helper.make_node(ACTIVATIONS[settings["activation"]], [name], [output_of[name]])
                )
        elif kind == "Activation":
            nodes.append(helper.make_node(ACTIVATIONS[settings["activation"]], inputs, [name]))
        elif kind == "Concatenate":
            nodes.append(helper.make_node("Concat", inputs, [name], axis=1))
        elif kind == "Add":
            nodes.append(helper.make_node("Sum", inputs, [name]))
        elif kind == "MultiplyBeta":
            beta = constant(f"{name}/beta", np.array(settings["beta"], np.float32))
            nodes.append(helper.make_node("Mul", [inputs[0], beta], [name]))
        elif kind.startswith("PixelShuffle"):
            nodes.append(
                helper.make_node("DepthToSpace", inputs, [name], blocksize=settings["scale"], mode="DCR")
            )
        elif kind == "UpSampling2D":
            assert settings["interpolation"] == "nearest"
            scales = constant(f"{name}/scales", np.array([1, 1, *settings["size"]], np.float32))
            nodes.append(
                helper.make_node(
                    "Resize",
                    [inputs[0], "", scales],
                    [name],
                    mode="nearest",
                    nearest_mode="floor",
                    coordinate_transformation_mode="asymmetric",
                )
            )
        else:
            raise ValueError(f"unknown layer {kind}")
    result = output_of[config["output_layers"][0][0]]
    nodes.append(helper.make_node("Identity", [result], ["result"]))
    graph = helper.make_graph(
        nodes,
        "esrgan",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, "h", "w"])],
        [helper.make_tensor_value_info("result", TensorProto.FLOAT, [1, 3, "H", "W"])],
        initializers,
    )
    save(graph, 17, target)


package, target = Path(sys.argv[1]), Path(sys.argv[2])
for scale in (2, 4):
    convert(package / f"models/x{scale}", f"x{scale}.bin", target / f"esrgan-thick-x{scale}.onnx")
