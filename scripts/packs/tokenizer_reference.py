"""What CLIPTokenizerFast makes of 10,000 texts: the reference of tests/node/diffusion/tokenizer.test.ts.

    pip install transformers open_clip_torch
    python scripts/packs/tokenizer_reference.py tests/fixtures/diffusion

Writes the merges of CLIP (clip-merges.txt.gz; the vocabulary follows from them) and the texts with their numbers
(tokenizer.jsonl.gz).
"""

import gzip
import json
import random
import sys
import unicodedata
from pathlib import Path

import open_clip
from transformers import CLIPTokenizerFast

folder = Path(sys.argv[1])
packed = Path(open_clip.__file__).parent / "bpe_simple_vocab_16e6.txt.gz"
lines = gzip.open(packed, "rt", encoding="utf-8").read().split("\n")
merges = lines[1 : 49152 - 256 - 2 + 1]


def byte_letters():
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = [chr(byte) for byte in plain]
    for byte in range(256):
        if byte not in plain:
            plain.append(byte)
            letters.append(chr(256 + len(plain) - 189))
    return letters


letters = byte_letters()
parts = letters + [letter + "</w>" for letter in letters]
parts += ["".join(line.split()) for line in merges] + ["<|startoftext|>", "<|endoftext|>"]
vocab = {part: at for at, part in enumerate(parts)}
assert len(vocab) == 49408
tokenizer = CLIPTokenizerFast(vocab=vocab, merges=[tuple(line.split()) for line in merges])
assert tokenizer("a photo of a cat").input_ids == [49406, 320, 1125, 539, 320, 2368, 49407]

rng = random.Random(20261127)
english = """a the of photograph portrait oil painting watercolor masterpiece highly detailed cinematic lighting
golden hour bokeh 8k UHD trending on artstation by Greg Rutkowski unreal engine octane render cat dog astronaut riding
horse castle mountain river forest city skyline cyberpunk neon steampunk baroque impressionist woman man child old
wizard dragon spaceship galaxy nebula ocean wave sunset sunrise autumn leaves macro close-up wide-angle f/1.8 35mm
ISO100 don't it's they're we've I'm he'll she'd state-of-the-art ultra-realistic café naïve façade Zürich résumé
Σίσυφος ΟΔΟΣ straße İstanbul ﬁne""".split()
chinese = """一只 雪地里的 狐狸 水墨画 山水 夕阳 大海 城市 夜景 霓虹灯 少女 老人 机器人 宇航员 骑着 马 城堡 森林 高清 细节丰富
电影感 光影 赛博朋克 国风 工笔 油画 杰作 最佳质量 ，背景 虚化 、 。 龘 𠮷野家 ２０２６ 年 ＡＩ 绘画""".split()
marks = list(".,;:!?()[]{}<>|/\\'\"-_=+*&^%$#@~`…—–·“”‘’「」《》（）！？：；") + ["  ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2003"]
odd = ["😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "e\u0301", "A\u030a", "\u200b", "\ufeff", "\u0085", "\u0000", "\u202e", "ﷺ", "ก็", "עברית", "العربية", "हिन्दी", "한국어",
       "日本語", "Ⅷ", "½", "①", "x²", "<|startoftext|>", "<|endoftext|>", "</w>", "'S", "'LL", "1234567890", "3.14", "a1b2", "ⓐ", "ǅ", "\U0001d49c"]


def text():
    kind = rng.random()
    pools = [english] if kind < 0.35 else [chinese] if kind < 0.6 else [english, chinese] if kind < 0.8 else [english, chinese, odd]
    made = ""
    for _ in range(rng.randint(0, 14)):
        word = rng.choice(rng.choice(pools))
        if rng.random() < 0.15:
            word = word.upper()
        elif rng.random() < 0.1:
            word = word[::-1] if rng.random() < 0.5 else word + rng.choice(english)
        made += word + (rng.choice(marks) if rng.random() < 0.3 else "" if pools == [chinese] and rng.random() < 0.8 else " ")
    return made


def anything():
    while True:
        code = rng.randrange(1, 0x2FFFF)
        if not 0xD800 <= code < 0xE000 and unicodedata.category(chr(code)) != "Cn":
            return chr(code)


texts = {text() for _ in range(12000)}
texts |= {"".join(anything() for _ in range(rng.randint(1, 6))) for _ in range(1500)}
texts = rng.sample(sorted(texts), 10000)
with gzip.GzipFile(folder / "tokenizer.jsonl.gz", "wb", 9, mtime=0) as file:
    for one in texts:
        ids = tokenizer(one, add_special_tokens=False).input_ids
        file.write((json.dumps([one, ids], ensure_ascii=False, separators=(",", ":")) + "\n").encode())
with gzip.GzipFile(folder / "clip-merges.txt.gz", "wb", 9, mtime=0) as file:
    file.write(("\n".join(merges) + "\n").encode())
