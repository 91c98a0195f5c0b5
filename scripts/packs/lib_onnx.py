"""What both conversions share: graphs whose weights stay in the files that npm delivers."""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

DTYPES = {"float32": (TensorProto.FLOAT, 4), "int32": (TensorProto.INT32, 4)}


class Weights:
    """The shards of a TensorFlow.js model, joined in their order: the file that an installation writes."""

    def __init__(self, folder, location):
        self.location = location
        manifest = json.loads((Path(folder) / "model.json").read_text())
        self.topology = manifest["modelTopology"]
        self.shards = [path for group in manifest["weightsManifest"] for path in group["paths"]]
        self.data = b"".join((Path(folder) / path).read_bytes() for path in self.shards)
        self.at = {}
        offset = 0
        for weight in (one for group in manifest["weightsManifest"] for one in group["weights"]):
            assert "quantization" not in weight, weight["name"]
            _, size = DTYPES[weight["dtype"]]
            length = size * int(np.prod(weight["shape"], dtype=np.int64))
            self.at[weight["name"]] = (weight["dtype"], weight["shape"], offset, length)
            offset += length
        assert offset == len(self.data), (offset, len(self.data))

    def array(self, name):
        dtype, shape, offset, length = self.at[name]
        return np.frombuffer(self.data[offset : offset + length], dtype).reshape(shape)

    def reference(self, name, as_name):
        """A tensor that says where its bytes lie, and holds none."""
        dtype, shape, offset, length = self.at[name]
        tensor = TensorProto(name=as_name, data_type=DTYPES[dtype][0], dims=shape)
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", self.location), ("offset", offset), ("length", length)):
            entry = tensor.external_data.add()
            entry.key, entry.value = key, str(value)
        return tensor


def save(graph, opset, target):
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9, producer_name="kiln"
    )
    Path(target).write_bytes(model.SerializeToString(deterministic=True))
    print(target, Path(target).stat().st_size, "bytes,", len(graph.node), "nodes")
