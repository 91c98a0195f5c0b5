"""What diffusers makes of a tiny pipeline with random weights: the reference that tests/node/diffusion is held against.

    pip install torch diffusers transformers peft safetensors onnx "numpy<2.3"
    python scripts/packs/diffusion_reference.py tests/fixtures/diffusion

Writes the networks as ONNX, two LoRAs (loras/*.safetensors), one list of the cases (reference.json) and all their
numbers (reference.bin, float32); those with LoRAs in lora_reference.json and .bin.
"""

import json
import os
import sys

import numpy as np
import torch
from diffusers import (
    AutoencoderKL,
    DDIMScheduler,
    DPMSolverMultistepScheduler,
    EulerAncestralDiscreteScheduler,
    EulerDiscreteScheduler,
    LCMScheduler,
    StableDiffusionImg2ImgPipeline,
    StableDiffusionInpaintPipeline,
    StableDiffusionPipeline,
    UNet2DConditionModel,
)
from transformers import CLIPTextConfig, CLIPTextModel

from diffusion import export_decoder, export_encoder, export_text_encoder, export_unet

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
torch.manual_seed(0)

# Bytes, the same bytes at the end of a word, and the two marks: the smallest vocabulary that CLIP's tokenizer has.
vocabulary = 514
width = 16
unet = UNet2DConditionModel(
    sample_size=8,
    layers_per_block=1,
    block_out_channels=(8, 16),
    norm_num_groups=4,
    down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
    up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
    cross_attention_dim=width,
    attention_head_dim=4,
).eval()
vae = AutoencoderKL(
    down_block_types=("DownEncoderBlock2D",) * 2,
    up_block_types=("UpDecoderBlock2D",) * 2,
    block_out_channels=(8, 8),
    norm_num_groups=4,
    latent_channels=4,
    sample_size=16,
).eval()
text = CLIPTextModel(
    CLIPTextConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        intermediate_size=24,
        num_hidden_layers=3,
        num_attention_heads=4,
        bos_token_id=512,
        eos_token_id=513,
        pad_token_id=513,
    )
).eval()

export_text_encoder(text, f"{folder}/text_encoder.onnx")
export_unet(unet, width, f"{folder}/unet.onnx")
export_decoder(vae, f"{folder}/vae_decoder.onnx")
export_encoder(vae, f"{folder}/vae_encoder.onnx")

noise_rule = dict(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear")
offset = dict(steps_offset=1)
leading = dict(timestep_spacing="leading", **offset)
ddim = dict(clip_sample=False, set_alpha_to_one=False, **offset)
schedulers = {
    "euler": (EulerDiscreteScheduler, leading, 10),
    "euler karras": (EulerDiscreteScheduler, {**leading, "use_karras_sigmas": True}, 10),
    "euler linspace": (EulerDiscreteScheduler, dict(timestep_spacing="linspace"), 7),
    "euler trailing": (EulerDiscreteScheduler, dict(timestep_spacing="trailing"), 2),
    "euler trailing one": (EulerDiscreteScheduler, dict(timestep_spacing="trailing"), 1),
    "euler_a": (EulerAncestralDiscreteScheduler, leading, 10),
    "dpmpp_2m": (DPMSolverMultistepScheduler, leading, 10),
    "dpmpp_2m many": (DPMSolverMultistepScheduler, leading, 17),
    "dpmpp_2m karras": (DPMSolverMultistepScheduler, {**leading, "use_karras_sigmas": True}, 10),
    "ddim": (DDIMScheduler, ddim, 10),
    "lcm": (LCMScheduler, dict(original_inference_steps=50), 4),
}
generator = torch.Generator().manual_seed(1)


def ids():
    words = torch.randint(0, 511, (75,), generator=generator).tolist()
    return [512, *words[:20], 513, *[513] * 55]


prompt, negative = ids(), ids()
swapped = [512, *reversed(prompt[1:21]), 513, *[513] * 55]
picture = torch.rand(1, 3, 16, 16, generator=generator)
mask = torch.zeros(1, 1, 16, 16)
mask[:, :, 3:11, 5:16] = 1

numbers = []


def keep(tensor):
    flat = tensor.detach().numpy().astype(np.float32).ravel()
    at = sum(len(part) for part in numbers)
    numbers.append(flat)
    return [at, len(flat)]


def hidden(tokens, skip=0):
    out = text(torch.tensor([tokens]), output_hidden_states=True)
    if skip == 0:
        return out.last_hidden_state
    norm = text.text_model.final_layer_norm if hasattr(text, "text_model") else text.final_layer_norm
    return norm(out.hidden_states[-(skip + 1)])


cases = []


def case(name, kind, sampler, cfg, prediction="epsilon", skip=0, strength=1.0, tokens=prompt, seed=7):
    make, options, steps = schedulers[sampler]
    scheduler = make(**noise_rule, **options, prediction_type=prediction)
    pipeline_of = {
        "text": StableDiffusionPipeline,
        "image": StableDiffusionImg2ImgPipeline,
        "inpaint": StableDiffusionInpaintPipeline,
    }[kind]
    pipe = pipeline_of(
        vae=vae,
        text_encoder=text,
        tokenizer=None,
        unet=unet,
        scheduler=scheduler,
        safety_checker=None,
        feature_extractor=None,
        requires_safety_checker=False,
    )
    pipe.set_progress_bar_config(disable=True)
    more = {"text": dict(height=16, width=16), "image": dict(image=picture, strength=strength)}.get(
        kind, dict(image=picture, mask_image=mask, strength=strength, height=16, width=16)
    )
    with torch.no_grad():
        latents = pipe(
            prompt_embeds=hidden(tokens, skip),
            negative_prompt_embeds=hidden(negative, skip),
            num_inference_steps=steps,
            guidance_scale=cfg,
            generator=torch.Generator().manual_seed(seed),
            output_type="latent",
            **more,
        ).images
        made = vae.decode(latents / vae.config.scaling_factor, return_dict=False)[0]
    cases.append(
        dict(
            name=name,
            kind=kind,
            sampler=sampler.split(" ")[0],
            karras="karras" in sampler,
            spacing=options.get("timestep_spacing", "leading"),
            steps=steps,
            cfg=cfg,
            prediction=prediction,
            clip_skip=skip,
            strength=strength,
            seed=seed,
            prompt="swapped" if tokens is swapped else "prompt",
            latents=keep(latents),
            picture=keep(made),
        )
    )
    print(name, float(latents.abs().max()))


for sampler in schedulers:
    for cfg in (1.0, 7.5):
        case(f"{sampler}, CFG {cfg}", "text", sampler, cfg)
for sampler in ("euler", "euler_a", "dpmpp_2m", "ddim", "lcm"):
    case(f"{sampler}, v-prediction", "text", sampler, 5.0, prediction="v_prediction")
    case(f"{sampler}, image to image", "image", sampler, 5.0, strength=0.6)
for sampler in ("euler", "dpmpp_2m", "ddim", "lcm"):
    case(f"{sampler}, inpainting", "inpaint", sampler, 5.0)
    case(f"{sampler}, inpainting in part", "inpaint", sampler, 5.0, strength=0.6)
for skip in (1, 2):
    case(f"euler, CLIP skip {skip}", "text", "euler", 7.5, skip=skip)
case("euler, the words the other way round", "text", "euler", 7.5, tokens=swapped)

draws = torch.randn(70, generator=torch.Generator().manual_seed(4294967295))
reference = dict(
    prompt=prompt,
    swapped=swapped,
    negative=negative,
    scaling=vae.config.scaling_factor,
    picture=keep(picture),
    mask=keep(mask),
    draws=keep(draws),
    cases=cases,
)
with open(f"{folder}/reference.json", "w") as file:
    json.dump(reference, file, indent=1)
    file.write("\n")
np.concatenate(numbers).tofile(f"{folder}/reference.bin")

# LoRAs: one as kohya's scripts write them, in half precision and for convolutions as well, one as diffusers does.
from safetensors.torch import load_file, save_file

os.makedirs(f"{folder}/loras", exist_ok=True)
block = "down_blocks_1_attentions_0_transformer_blocks_0"
dotted = "down_blocks.1.attentions.0.transformer_blocks.0"


def random(*shape):
    return torch.randn(*shape, generator=generator) * 0.4


def kohya(rank=4, alpha=2.0):
    weights = {}

    def layer(name, outputs, inputs, kernel=None):
        more = () if kernel is None else (kernel, kernel)
        up = () if kernel is None else (1, 1)
        weights[f"{name}.lora_down.weight"] = random(rank, inputs, *more).half()
        weights[f"{name}.lora_up.weight"] = random(outputs, rank, *up).half()
        weights[f"{name}.alpha"] = torch.tensor(alpha)

    for attention, given in (("attn1", 16), ("attn2", width)):
        for name in ("to_q", "to_k", "to_v", "to_out_0"):
            layer(f"lora_unet_{block}_{attention}_{name}", 16, given if name in ("to_k", "to_v") else 16)
    layer(f"lora_unet_{block}_ff_net_0_proj", 128, 16)
    layer(f"lora_unet_{block}_ff_net_2", 16, 64)
    layer("lora_unet_down_blocks_1_attentions_0_proj_in", 16, 16, 1)
    layer("lora_unet_down_blocks_1_resnets_0_conv1", 16, 8, 3)
    layer("lora_unet_down_blocks_1_resnets_0_time_emb_proj", 16, 32)
    layer("lora_unet_down_blocks_0_downsamplers_0_conv", 8, 8, 3)
    for at in range(3):
        encoder = f"lora_te_text_model_encoder_layers_{at}"
        layer(f"{encoder}_self_attn_q_proj", width, width)
        layer(f"{encoder}_self_attn_v_proj", width, width)
        layer(f"{encoder}_mlp_fc1", 24, width)
    return weights


def diffusers_own(rank=2):
    weights = {}
    for name in ("to_q", "to_v", "to_out.0"):
        weights[f"unet.{dotted}.attn1.{name}.lora_A.weight"] = random(rank, 16).bfloat16()
        weights[f"unet.{dotted}.attn1.{name}.lora_B.weight"] = random(16, rank).bfloat16()
    return weights


save_file(kohya(), f"{folder}/loras/one.safetensors")
save_file(diffusers_own(), f"{folder}/loras/two.safetensors")
pipe = StableDiffusionPipeline(
    vae=vae,
    text_encoder=text,
    tokenizer=None,
    unet=unet,
    scheduler=EulerDiscreteScheduler(**noise_rule, **leading),
    safety_checker=None,
    feature_extractor=None,
    requires_safety_checker=False,
)
one = load_file(f"{folder}/loras/one.safetensors")
pipe.load_lora_weights({key: one[key] for key in one if key.startswith("lora_unet")}, adapter_name="one")
pipe.load_lora_weights(f"{folder}/loras/two.safetensors", adapter_name="two")
before = {key: value.clone() for key, value in text.state_dict().items()}


def with_words(strength):
    """diffusers 0.42 does not find the words' layers as transformers 5 names them: merged here, by the definition."""
    changed = {key: value.clone() for key, value in before.items()}
    for key in one:
        if not key.startswith("lora_te_text_model_") or not key.endswith(".lora_down.weight"):
            continue
        layer = key.removesuffix(".lora_down.weight")
        down, up = one[key].float(), one[f"{layer}.lora_up.weight"].float()
        matches = [name for name in before if name.replace(".", "_").endswith(f"{layer[19:]}_weight")]
        assert len(matches) == 1, layer
        changed[matches[0]] += strength * (one[f"{layer}.alpha"] / down.shape[0]) * up @ down
    text.load_state_dict(changed)


numbers, cases = [], []
for chosen in ({"one": 1.0}, {"two": 0.7}, {"one": 0.6, "two": 1.2}):
    pipe.set_adapters(list(chosen), list(chosen.values()))
    with_words(chosen.get("one", 0.0))
    case("euler", "text", "euler", 7.5)
    cases[-1]["loras"] = [f"{name}:{strength}" for name, strength in chosen.items()]
    cases[-1]["name"] = " and ".join(cases[-1]["loras"])
with open(f"{folder}/lora_reference.json", "w") as file:
    json.dump(dict(cases=cases), file, indent=1)
    file.write("\n")
np.concatenate(numbers).tofile(f"{folder}/lora_reference.bin")
