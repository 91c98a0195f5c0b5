"""A model of full size with random weights, in diffusers' form: what it makes is noise, how long it takes is not.

    python scripts/packs/random_model.py sd-turbo|bk-sdm-tiny|sd-1.5 folder

`diffusion.py` makes a folder for Kiln of it, and `npm run bench -- models` tells how fast that is here.
"""

import json
import os
import sys

import torch
from diffusers import AutoencoderKL, AutoencoderTiny, DPMSolverMultistepScheduler, EulerDiscreteScheduler, UNet2DConditionModel
from transformers import CLIPTextConfig, CLIPTextModel

kind, folder = sys.argv[1:3]
torch.manual_seed(0)
downs = ("CrossAttnDownBlock2D",) * 3 + ("DownBlock2D",)
ups = ("UpBlock2D",) + ("CrossAttnUpBlock2D",) * 3
wide = dict(block_out_channels=(320, 640, 1280, 1280), down_block_types=downs, up_block_types=ups, sample_size=64)
unets = {
    "sd-turbo": dict(**wide, cross_attention_dim=1024, attention_head_dim=[5, 10, 20, 20], use_linear_projection=True),
    "sd-1.5": dict(**wide, cross_attention_dim=768, attention_head_dim=8),
    "bk-sdm-tiny": dict(
        block_out_channels=(320, 640, 1280),
        down_block_types=("CrossAttnDownBlock2D",) * 3,
        up_block_types=("CrossAttnUpBlock2D",) * 3,
        layers_per_block=1,
        mid_block_type=None,
        cross_attention_dim=768,
        attention_head_dim=8,
        sample_size=64,
    ),
}
large = dict(hidden_size=1024, intermediate_size=4096, num_attention_heads=16, num_hidden_layers=23, hidden_act="gelu")
small = dict(hidden_size=768, intermediate_size=3072, num_attention_heads=12, num_hidden_layers=12)
text = CLIPTextConfig(**(large if kind == "sd-turbo" else small), bos_token_id=49406, eos_token_id=49407, pad_token_id=49407)
UNet2DConditionModel(**unets[kind]).save_pretrained(f"{folder}/unet")
CLIPTextModel(text).save_pretrained(f"{folder}/text_encoder")
AutoencoderKL(
    down_block_types=("DownEncoderBlock2D",) * 4,
    up_block_types=("UpDecoderBlock2D",) * 4,
    block_out_channels=(128, 256, 512, 512),
    layers_per_block=2,
    latent_channels=4,
).save_pretrained(f"{folder}/vae")
AutoencoderTiny().save_pretrained(f"{folder}/taesd")
beta = dict(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear")
scheduler = (
    EulerDiscreteScheduler(**beta, timestep_spacing="trailing")
    if kind == "sd-turbo"
    else DPMSolverMultistepScheduler(**beta, steps_offset=1, timestep_spacing="leading")
)
scheduler.save_pretrained(f"{folder}/scheduler")
os.makedirs(f"{folder}/tokenizer", exist_ok=True)
parts = [chr(code) for code in [*range(33, 127), *range(161, 173), *range(174, 324)]]
parts += [part + "</w>" for part in parts] + ["<|startoftext|>", "<|endoftext|>"]
# Letters alone, at the numbers that CLIP has for them and for its marks.
vocabulary = {part: at for at, part in enumerate(parts[:-2])} | {parts[-2]: 49406, parts[-1]: 49407}
with open(f"{folder}/tokenizer/vocab.json", "w") as file:
    json.dump(vocabulary, file)
with open(f"{folder}/tokenizer/merges.txt", "w") as file:
    file.write("#version: 0.2\n")
