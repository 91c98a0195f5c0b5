import type { LocalizedText } from '../../../domain/languages.ts';
import type { OwnStyle } from '../../../domain/own-styles.ts';

/** A style that others have published. */
export interface PublishedStyle extends Pick<OwnStyle, 'id' | 'prompt' | 'negativePrompt'> {
  title: LocalizedText;
}

/**
 * A selection of the styles that the people of the AI Horde publish (github.com/Haidra-Org/AI-Horde-Styles, CC0 1.0):
 * those that say in plain words how something is to look. Left out is what names living artists, brands, or a model
 * and LoRAs that nobody else has; the steps and models named there are those of the Horde's own bots.
 */
export const publishedStyles: readonly PublishedStyle[] = [
  {
    id: 'horde:impressionist-oil-painting',
    title: { cn: '厚涂油画', en: 'Thick oil paint' },
    prompt: 'A beautiful oil painting of {prompt}, with thick messy brush strokes',
    negativePrompt: 'blurry, out of focus',
  },
  {
    id: 'horde:watercolorscenery',
    title: { cn: '水彩', en: 'Watercolour' },
    prompt: 'watercolor painting of {prompt}, broad brush strokes, soft colors',
    negativePrompt: 'photorealistic, 3d',
  },
  {
    id: 'horde:flux-impressionist',
    title: { cn: '印象派', en: 'Impressionist' },
    prompt:
      '{prompt}. A vibrant impressionist painting with bold brush strokes and rich color contrasts, capturing light and shadow in a dynamic and emotional way.',
    negativePrompt: '',
  },
  {
    id: 'horde:flux-pointillism',
    title: { cn: '点彩', en: 'Pointillism' },
    prompt:
      '{prompt}. A pointillism art style, composed of countless tiny, colorful dots carefully arranged to form the image, creating a textured and vibrant scene when viewed from a distance.',
    negativePrompt: '',
  },
  {
    id: 'horde:flux-baroque',
    title: { cn: '巴洛克', en: 'Baroque' },
    prompt:
      '{prompt}. A highly detailed baroque-style artwork with intricate patterns, rich textures, and dramatic lighting, emphasizing elegance and opulence.',
    negativePrompt: '',
  },
  {
    id: 'horde:charcoal-drawing',
    title: { cn: '炭笔', en: 'Charcoal' },
    prompt:
      '{prompt}. realistic black and white charcoal illustration, sharp focus, highly detailed, greyscale',
    negativePrompt: '',
  },
  {
    id: 'horde:pencil-drawing',
    title: { cn: '铅笔素描', en: 'Pencil' },
    prompt:
      '{prompt}. realistic pencil sketch, black and white, on a white background, pencil drawing, line drawing',
    negativePrompt: '',
  },
  {
    id: 'horde:pencilscribbles',
    title: { cn: '铅笔乱线', en: 'Scribbles' },
    prompt: 'Scribbled random lines, shape of {prompt}, pencil scribbles sketch',
    negativePrompt: 'solid outlines, color, fill, 3d',
  },
  {
    id: 'horde:line-art',
    title: { cn: '线描', en: 'Line art' },
    prompt:
      '{prompt}. line art, crisp black lines, minimalism, simple, economical use of space, flowing and dynamic, contemporary aesthetic, black and white, white background',
    negativePrompt: '',
  },
  {
    id: 'horde:parchment',
    title: { cn: '羊皮纸墨线', en: 'Ink on parchment' },
    prompt: 'on parchment, ink illustration, {prompt}',
    negativePrompt: '',
  },
  {
    id: 'horde:broadsheetart',
    title: { cn: '旧报版画', en: 'Old broadsheet' },
    prompt: 'antique broadsheet drawing, {prompt}, text, monotone',
    negativePrompt: 'colorful',
  },
  {
    id: 'horde:color-splash',
    title: { cn: '色彩飞溅', en: 'Splashes of colour' },
    prompt: '{prompt}, painted world, colorful splashes',
    negativePrompt: '',
  },
  {
    id: 'horde:traditional-chinese-art',
    title: { cn: '传统国画', en: 'Traditional Chinese' },
    prompt:
      'realistic Traditional Chinese art depicting {prompt}, thick outlines, Centered and frontal, solid colors, flat shadows, (red background:0.4), gold embroidery, muted tones',
    negativePrompt: '',
  },
  {
    id: 'horde:chinese-paper-art',
    title: { cn: '中国剪纸', en: 'Chinese paper art' },
    prompt:
      '{prompt}. traditional ancient chinese paper art, intricate, beautiful, elegant, red and gold, layered paper',
    negativePrompt: '',
  },
  {
    id: 'horde:chinese-blue-porcelain',
    title: { cn: '青花瓷', en: 'Blue porcelain' },
    prompt:
      '{prompt}. Ming dynasty blue-and-white porcelain art, ancient chinese intricate flat art, centered on a white background',
    negativePrompt: '',
  },
  {
    id: 'horde:sdxlanime',
    title: { cn: '动画', en: 'Anime' },
    prompt:
      'anime artwork, {prompt}, dramatic, anime style, key visual, vibrant, studio anime, highly detailed',
    negativePrompt:
      'photo, deformed, black and white, realism, disfigured, low contrast, ink and paper',
  },
  {
    id: 'horde:manga',
    title: { cn: '黑白漫画', en: 'Manga' },
    prompt:
      '(manga, heavy outlines, thick linework, monochrome, flat, black and white:1.2), {prompt}',
    negativePrompt: '(3d, color)',
  },
  {
    id: 'horde:flux-comic',
    title: { cn: '美式漫画', en: 'Comic' },
    prompt:
      '{prompt}. A comic book style, with bold lines, halftone shading, and dynamic action scenes, capturing a dramatic and energetic feel.',
    negativePrompt: '',
  },
  {
    id: 'horde:flux-storybook',
    title: { cn: '绘本', en: 'Storybook' },
    prompt:
      "{prompt}. A children's book illustration style, with playful, soft shapes, bright colors, and a whimsical, storybook-like design perfect for young audiences.",
    negativePrompt: '',
  },
  {
    id: 'horde:emoji-2d',
    title: { cn: '平面图标', en: 'Flat icon' },
    prompt:
      '{prompt}. flat 2d emoji icon, cute, crisp outlined icon art, colorful, centered, on a solid white background',
    negativePrompt: '3d, octane render, photo, anime',
  },
  {
    id: 'horde:emoji-3d',
    title: { cn: '立体表情', en: '3D emoji' },
    prompt: '{prompt}. cgi emoji centered icon, cute, solid white background',
    negativePrompt: 'flat, 2d, photo, anime',
  },
  {
    id: 'horde:flux-stick-figures',
    title: { cn: '火柴人', en: 'Stick figures' },
    prompt:
      '{prompt}. A simple stick figure style, with minimalistic lines representing basic human forms and actions, drawn in a playful, childlike manner with a clean, uncluttered look.',
    negativePrompt: '',
  },
  {
    id: 'horde:movieposter',
    title: { cn: '电影海报', en: 'Film poster' },
    prompt:
      'highly detailed movie premiere poster, {prompt}, professional quality, highly detailed, gloss finish',
    negativePrompt: 'smudged, poor quality, Badly drawn hands and fingers, undetailed, unfocused',
  },
  {
    id: 'horde:flux-vintage-poster',
    title: { cn: '复古海报', en: 'Vintage poster' },
    prompt:
      '{prompt}. A vintage poster style, featuring distressed textures, muted colors, and bold typography, reminiscent of mid-century advertisements or travel posters.',
    negativePrompt: '',
  },
  {
    id: 'horde:postcard',
    title: { cn: '明信片', en: 'Postcard' },
    prompt: 'A souvenir postcard, {prompt}',
    negativePrompt: 'lowres, cropped, cgi, pixelated, padding, border',
  },
  {
    id: 'horde:playingcard',
    title: { cn: '扑克牌', en: 'Playing card' },
    prompt: 'A modern playing card, {prompt}',
    negativePrompt: 'photorealistic, cute, lowres, cropped, cgi, 3d, pixelated',
  },
  {
    id: 'horde:moderntarotcard',
    title: { cn: '塔罗牌', en: 'Tarot card' },
    prompt: '((A modern Tarot card)), {prompt}',
    negativePrompt:
      'photorealistic, cute, modern, simple, anime, plain, vector, lowres, cropped, limneart, cgi, 3d, antique',
  },
  {
    id: 'horde:schematic',
    title: { cn: '蓝图', en: 'Blueprint' },
    prompt:
      '23rd century scientific schematics for {prompt}, blueprint, hyperdetailed vector technical documents, callouts, legend, patent registry, clean linework, crisp lines',
    negativePrompt: 'blurry',
  },
  {
    id: 'horde:golden-light',
    title: { cn: '金色光线', en: 'Golden light' },
    prompt: 'A highres photo of {prompt}, summer vibes, warm light, golden tint',
    negativePrompt: '',
  },
  {
    id: 'horde:oldvhs',
    title: { cn: '旧录像带', en: 'Old video tape' },
    prompt: 'old vhs footage of {prompt}, distortion, glitch',
    negativePrompt: '',
  },
  {
    id: 'horde:origami',
    title: { cn: '折纸', en: 'Origami' },
    prompt:
      'origami style {prompt}, paper art, pleated paper, folded, origami art, pleats, cut and fold, centered composition',
    negativePrompt: 'noisy, sloppy, messy, grainy, highly detailed, ultra textured, photo',
  },
  {
    id: 'horde:embroidery',
    title: { cn: '刺绣', en: 'Embroidery' },
    prompt: '(Embroidery) knitting pattern of {prompt}, (cross stitch)',
    negativePrompt: 'photorealistic',
  },
  {
    id: 'horde:lowpoly',
    title: { cn: '低多边形', en: 'Low poly' },
    prompt:
      'low-poly style {prompt}, ambient occlusion, low-poly game art, (polygon mesh:0.8), jagged, blocky, (wireframe edges:0.8), centered composition',
    negativePrompt:
      'noisy, sloppy, messy, grainy, highly detailed, ultra textured, photo, black and white, grayscale, colorless',
  },
  {
    id: 'horde:isometric',
    title: { cn: '等距视角', en: 'Isometric' },
    prompt:
      'isometric style {prompt}, vibrant, beautiful, crisp, detailed, ultra detailed, intricate',
    negativePrompt:
      'deformed, mutated, ugly, disfigured, blur, blurry, noise, noisy, realistic, photographic',
  },
  {
    id: 'horde:microworlds',
    title: { cn: '微缩世界', en: 'Little world' },
    prompt:
      'Micro world cube of {prompt}, cut-away view, micro view, simple thematic background, isometric view, in-focus subject',
    negativePrompt: '',
  },
  {
    id: 'horde:pixelart',
    title: { cn: '像素画', en: 'Pixel art' },
    prompt: 'pixel-art, {prompt}, low-res, blocky, pixel art style, 16-bit graphics',
    negativePrompt:
      'sloppy, messy, blurry, noisy, highly detailed, ultra textured, photo, realistic',
  },
  {
    id: 'horde:graffiti',
    title: { cn: '涂鸦', en: 'Graffiti' },
    prompt: 'graffiti style {prompt}, street art, vibrant, urban, detailed, tag, mural',
    negativePrompt: 'ugly, deformed, noisy, blurry, low contrast, realism, photorealistic',
  },
  {
    id: 'horde:neonlines',
    title: { cn: '霓虹线条', en: 'Neon lines' },
    prompt:
      'Intricate colorful neon rainbow {prompt} darkness, intricately stylized vector design, line work, flourishes, patterns',
    negativePrompt: 'white, blank',
  },
  {
    id: 'horde:neonnoir',
    title: { cn: '霓虹夜色', en: 'Neon noir' },
    prompt:
      'neon noir {prompt}, cyberpunk, dark, rainy streets, neon signs, high contrast, low light, vibrant, highly detailed',
    negativePrompt: 'bright, sunny, daytime, low contrast, black and white, sketch, watercolor',
  },
  {
    id: 'horde:vaporwave',
    title: { cn: '蒸汽波', en: 'Vaporwave' },
    prompt:
      'vaporwave synthwave style {prompt}, cyberpunk, neon, vibes, stunningly beautiful, crisp, detailed, sleek, ultramodern, high contrast, cinematic composition',
    negativePrompt:
      'illustration, painting, crayon, graphite, abstract, glitch, deformed, mutated, ugly, disfigured, blurry',
  },
  {
    id: 'horde:retrofuturistic',
    title: { cn: '复古未来', en: 'Retro future' },
    prompt:
      'retro-futuristic {prompt}. vintage sci-fi, 50s and 60s style, atomic age, vibrant, highly detailed',
    negativePrompt: 'contemporary, realistic, rustic, primitive',
  },
  {
    id: 'horde:dystopian',
    title: { cn: '末世', en: 'Dystopian' },
    prompt: 'dystopian style {prompt}. bleak, post-apocalyptic, somber, dramatic, highly detailed',
    negativePrompt:
      'ugly, deformed, noisy, blurry, low contrast, cheerful, optimistic, vibrant, colorful',
  },
  {
    id: 'horde:flux-glitch-art',
    title: { cn: '故障艺术', en: 'Glitch' },
    prompt:
      '{prompt}. A glitch art style, with distorted visuals, pixelation, random noise, and color shifts, giving the image a futuristic, digital error aesthetic.',
    negativePrompt: '',
  },
  {
    id: 'horde:flux-dreamscape',
    title: { cn: '梦境', en: 'Dreamscape' },
    prompt:
      '{prompt}. A surrealist dreamscape where elements of the scene blend in unexpected ways, creating a whimsical and thought-provoking composition.',
    negativePrompt: '',
  },
  {
    id: 'horde:flux-winter-wonderland',
    title: { cn: '冬日', en: 'Winter' },
    prompt:
      '{prompt}. A winter wonderland scene, filled with soft snowfall, icy textures, and glowing, frosty light reflecting off snow-covered landscapes.',
    negativePrompt: '',
  },
];
