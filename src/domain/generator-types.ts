/** Spec 1, section 1: the enumeration, in its order. */
export const generatorTypes = [
  'Text2Img',
  'Txt2Video',
  'Txt2Logo',
  'Img2Logo',
  'Img2Img',
  'ImgColorization',
  'PhotoStylization',
  'ProductImg',
  'ModelReplace',
  'Inpainting',
  'EraseImg',
  'Outpainting',
  'Upscaling',
  'Restore',
  'RemoveBg',
  'RemoveObj',
  'Scribbling',
  'Condition',
  'Img2Video',
  'Text2Voice',
  'VideoVoice',
  'GenMusic',
  'Train',
  'Apps',
] as const;

export type GeneratorType = (typeof generatorTypes)[number];

const sourceImageTypes: ReadonlySet<GeneratorType> = new Set<GeneratorType>([
  'Img2Img',
  'Inpainting',
  'EraseImg',
  'Outpainting',
  'Upscaling',
  'Restore',
  'ImgColorization',
  'PhotoStylization',
  'RemoveBg',
  'RemoveObj',
  'Scribbling',
  'Condition',
  'Img2Video',
  'Img2Logo',
  'ModelReplace',
]);

/** Types of which one listens for the result: the question what to see makes no sense for them. */
export function makesSound(type: GeneratorType): boolean {
  return type === 'Text2Voice' || type === 'VideoVoice' || type === 'GenMusic';
}

export function isGeneratorType(text: string): text is GeneratorType {
  return (generatorTypes as readonly string[]).includes(text);
}

/** Spec 1, section 1: types that need a source image. */
export function needsSourceImage(type: GeneratorType): boolean {
  return sourceImageTypes.has(type);
}
