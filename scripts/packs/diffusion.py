"""A model of diffusers as a folder that Kiln makes pictures with: ONNX, weights as int8 where that is asked for.

    pip install torch diffusers transformers onnx "numpy<2.3"
    python scripts/packs/diffusion.py path/of/a/diffusers/model folder [--int8] [--tiny path/of/taesd]

`npm run models -- adopt folder` then takes it into the platform's packs. Nothing here runs on people's machines.
"""

import json
import os
import shutil

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

opset = 17


def export(module, inputs, names, outputs, axes, file):
    module.eval()
    with torch.no_grad():
        torch.onnx.export(
            module,
            inputs,
            file,
            input_names=names,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=opset,
            dynamo=False,
        )


class TextEncoder(torch.nn.Module):
    """The last hidden state, and those of one and two layers before it, each through the last normalisation."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.norm = model.text_model.final_layer_norm if hasattr(model, "text_model") else model.final_layer_norm

    def forward(self, input_ids):
        out = self.model(input_ids, output_hidden_states=True, return_dict=True)
        states = out.hidden_states
        return out.last_hidden_state, self.norm(states[-2]), self.norm(states[-3])


class Unet(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, sample, timestep, encoder_hidden_states):
        return self.model(sample, timestep, encoder_hidden_states, return_dict=False)[0]


class GuidedUnet(torch.nn.Module):
    """Of a latent consistency model, which is told the guidance instead of being run twice."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, sample, timestep, encoder_hidden_states, timestep_cond):
        return self.model(
            sample, timestep, encoder_hidden_states, timestep_cond=timestep_cond, return_dict=False
        )[0]


class Decoder(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, latent_sample):
        return self.model.decode(latent_sample, return_dict=False)[0]


class Encoder(torch.nn.Module):
    """Mean and logarithm of the variance of each latent, one after the other."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, sample):
        return self.model.encode(sample).latent_dist.parameters


latent_axes = {0: "batch", 2: "height", 3: "width"}


def export_text_encoder(model, file):
    names = ["last_hidden_state", "clip_skip_1", "clip_skip_2"]
    ids = torch.zeros(1, 77, dtype=torch.int64)
    export(TextEncoder(model), (ids,), ["input_ids"], names, {"input_ids": {0: "batch"}}, file)


def export_unet(model, width, file):
    channels = model.config.in_channels
    inputs = [torch.randn(2, channels, 8, 8), torch.tensor([500.0]), torch.randn(2, 77, width)]
    names = ["sample", "timestep", "encoder_hidden_states"]
    axes = {"sample": latent_axes, "encoder_hidden_states": {0: "batch", 1: "tokens"}}
    guided = model.config.time_cond_proj_dim
    if guided:
        inputs.append(torch.randn(2, guided))
        names.append("timestep_cond")
        axes["timestep_cond"] = {0: "batch"}
    export((GuidedUnet if guided else Unet)(model), tuple(inputs), names, ["out_sample"], axes, file)


def export_decoder(model, file):
    axes = {"latent_sample": latent_axes, "sample": latent_axes}
    export(Decoder(model), (torch.randn(1, 4, 8, 8),), ["latent_sample"], ["sample"], axes, file)


def export_encoder(model, file):
    axes = {"sample": latent_axes, "latent_parameters": latent_axes}
    export(Encoder(model), (torch.randn(1, 3, 64, 64),), ["sample"], ["latent_parameters"], axes, file)


class TinyDecoder(torch.nn.Module):
    """TAESD, which takes latents as they are and not divided by the scaling factor."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, latent_sample):
        return self.model.decode(latent_sample, return_dict=False)[0]


def export_tiny_decoder(model, file):
    axes = {"latent_sample": latent_axes, "sample": latent_axes}
    export(TinyDecoder(model), (torch.randn(1, 4, 8, 8),), ["latent_sample"], ["sample"], axes, file)


def as_int8(model, smallest=4096):
    """
    Weights of matrices and convolutions as one byte each with a scale for each output channel: a quarter of the
    bytes on the disk and in memory. The runtime multiplies in float32 as before.
    """
    graph = model.graph
    uses = {}
    for node in graph.node:
        for at, name in enumerate(node.input):
            uses.setdefault(name, []).append((node, at))
    kept, added, nodes = [], [], []
    for tensor in graph.initializer:
        used = uses.get(tensor.name, [])
        kinds = {(node.op_type, at) for node, at in used}
        fits = tensor.data_type == TensorProto.FLOAT and kinds <= {("MatMul", 1), ("Gemm", 1), ("Conv", 1)}
        if not used or not fits or np.prod(tensor.dims) < smallest or len(tensor.dims) < 2:
            kept.append(tensor)
            continue
        weights = numpy_helper.to_array(tensor)
        # MatMul has its outputs last; convolutions, and Gemm as torch writes it, have them first.
        axis = weights.ndim - 1 if used[0][0].op_type == "MatMul" else 0
        others = tuple(at for at in range(weights.ndim) if at != axis)
        scale = np.maximum(np.abs(weights).max(axis=others), 1e-12) / 127
        shape = [1] * weights.ndim
        shape[axis] = -1
        whole = np.clip(np.round(weights / scale.reshape(shape)), -127, 127).astype(np.int8)
        added.append(numpy_helper.from_array(whole, f"{tensor.name}_int8"))
        added.append(numpy_helper.from_array(scale.astype(np.float32), f"{tensor.name}_scale"))
        added.append(numpy_helper.from_array(np.zeros(len(scale), np.int8), f"{tensor.name}_zero"))
        nodes.append(
            helper.make_node(
                "DequantizeLinear",
                [f"{tensor.name}_int8", f"{tensor.name}_scale", f"{tensor.name}_zero"],
                [tensor.name],
                axis=axis,
            )
        )
    del graph.initializer[:]
    graph.initializer.extend(kept + added)
    before = list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes + before)


def gathered(file, int8):
    """One graph and at most one file of weights beside it, whatever torch has written."""
    folder, name = os.path.split(file)
    model = onnx.load(file)
    for other in os.listdir(folder):
        if other not in (name, "config.json"):
            os.remove(os.path.join(folder, other))
    if int8:
        as_int8(model)
    # A graph may have no more than 2 GB; what asks its size fails where it has.
    if sum(len(tensor.raw_data) for tensor in model.graph.initializer) < 1_900_000_000:
        onnx.save(model, file)
    else:
        onnx.save(model, file, save_as_external_data=True, location=f"{name}_data")


def main():
    import argparse

    from diffusers import AutoencoderKL, AutoencoderTiny, UNet2DConditionModel
    from transformers import CLIPTextModel

    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("folder")
    parser.add_argument("--int8", action="store_true")
    parser.add_argument("--tiny", help="TAESD: previews, and pictures where there is no time for the full decoder")
    options = parser.parse_args()
    source, target = options.model, options.folder
    part = lambda name: f"{target}/{name}/model.onnx"
    for name in ("text_encoder", "unet", "vae_decoder", "vae_encoder"):
        os.makedirs(f"{target}/{name}", exist_ok=True)
    text = CLIPTextModel.from_pretrained(source, subfolder="text_encoder").float()
    export_text_encoder(text, part("text_encoder"))
    width = text.config.hidden_size
    del text
    unet = UNet2DConditionModel.from_pretrained(source, subfolder="unet").float()
    export_unet(unet, width, part("unet"))
    del unet
    vae = AutoencoderKL.from_pretrained(source, subfolder="vae").float()
    export_decoder(vae, part("vae_decoder"))
    export_encoder(vae, part("vae_encoder"))
    if options.tiny:
        os.makedirs(f"{target}/taesd_decoder", exist_ok=True)
        export_tiny_decoder(AutoencoderTiny.from_pretrained(options.tiny).float(), part("taesd_decoder"))
    for name in ("text_encoder", "unet", "vae_decoder", "vae_encoder"):
        gathered(part(name), options.int8 and name in ("text_encoder", "unet"))
    for name in ("tokenizer", "scheduler"):
        shutil.copytree(f"{source}/{name}", f"{target}/{name}", dirs_exist_ok=True)
    for name in ("unet", "vae"):
        os.makedirs(f"{target}/{name}", exist_ok=True)
        shutil.copy(f"{source}/{name}/config.json", f"{target}/{name}/config.json")
    with open(f"{target}/model_index.json", "w") as file:
        json.dump({"_class_name": "StableDiffusionPipeline"}, file)


if __name__ == "__main__":
    main()
