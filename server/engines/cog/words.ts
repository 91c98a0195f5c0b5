import type { LocalizedText } from '../../../src/domain/languages.ts';

/** Inputs that many models name alike; the documents have no Chinese. */
export const knownTitles: Readonly<Record<string, LocalizedText>> = {
  prompt: { cn: '提示词', en: 'Prompt' },
  negative_prompt: { cn: '反向提示词', en: 'Negative prompt' },
  image: { cn: '图片', en: 'Picture' },
  input_image: { cn: '图片', en: 'Picture' },
  images: { cn: '图片', en: 'Pictures' },
  input_images: { cn: '图片', en: 'Pictures' },
  image_input: { cn: '图片', en: 'Pictures' },
  reference_images: { cn: '参考图', en: 'Reference pictures' },
  control_type: { cn: '参照', en: 'Guided by' },
  adapter_type: { cn: '参照', en: 'Guided by' },
  adapter_name: { cn: '参照', en: 'Guided by' },
  mask: { cn: '蒙版', en: 'Mask' },
  width: { cn: '宽度', en: 'Width' },
  height: { cn: '高度', en: 'Height' },
  size: { cn: '尺寸', en: 'Size' },
  aspect_ratio: { cn: '宽高比', en: 'Aspect ratio' },
  num_outputs: { cn: '张数', en: 'Pictures' },
  num_inference_steps: { cn: '步数', en: 'Steps' },
  steps: { cn: '步数', en: 'Steps' },
  guidance: { cn: '提示词引导', en: 'Guidance' },
  guidance_scale: { cn: '提示词引导（CFG）', en: 'Guidance' },
  prompt_strength: { cn: '重绘幅度', en: 'Strength' },
  strength: { cn: '强度', en: 'Strength' },
  scheduler: { cn: '采样器', en: 'Sampler' },
  seed: { cn: '种子', en: 'Seed' },
  scale: { cn: '放大倍数', en: 'Enlarge by' },
  output_format: { cn: '图片格式', en: 'File type' },
  output_quality: { cn: '图片质量', en: 'Picture quality' },
  lora_scale: { cn: 'LoRA 强度', en: 'LoRA strength' },
  disable_safety_checker: { cn: '关闭安全检查', en: 'Turn off the safety check' },
};

/** A newcomer need not see these. */
export const advancedNames: ReadonlySet<string> = new Set([
  'num_inference_steps',
  'steps',
  'guidance',
  'guidance_scale',
  'scheduler',
  'seed',
  'output_format',
  'output_quality',
  'lora_scale',
  'disable_safety_checker',
]);
