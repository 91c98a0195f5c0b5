/** What the Horde's image models are offered for here. */
export type PictureType = 'Text2Img' | 'Img2Img' | 'Inpainting' | 'Outpainting' | 'Condition';

/** What its alchemists are offered for. */
export type AlchemyTool = 'upscale' | 'faces' | 'background';

const prefixes: Readonly<Record<PictureType, string>> = {
  Text2Img: 'horde/',
  Img2Img: 'horde-redraw/',
  Inpainting: 'horde-inpaint/',
  Outpainting: 'horde-outpaint/',
  Condition: 'horde-guided/',
};

/** Whichever of several models is free first. */
export const anyModelId = 'horde-any/sdxl';

const toolIds: Readonly<Record<AlchemyTool, string>> = {
  upscale: 'horde-tool/upscale',
  faces: 'horde-tool/faces',
  background: 'horde-tool/background',
};

export const alchemyTools: readonly AlchemyTool[] = ['upscale', 'faces', 'background'];

export function pictureModelId(type: PictureType, name: string): string {
  return prefixes[type] + name;
}

export function toolId(tool: AlchemyTool): string {
  return toolIds[tool];
}

export type HordeModelId =
  | { kind: 'picture'; type: PictureType; /** The Horde's own. */ name: string }
  | { kind: 'any' }
  | { kind: 'tool'; tool: AlchemyTool };

/** Reads one of our model ids; null when it is none. */
export function readModelId(model: string): HordeModelId | null {
  if (model === anyModelId) return { kind: 'any' };
  const tool = alchemyTools.find((candidate) => toolIds[candidate] === model);
  if (tool) return { kind: 'tool', tool };
  for (const [type, prefix] of Object.entries(prefixes) as [PictureType, string][]) {
    if (model.startsWith(prefix) && model.length > prefix.length) {
      return { kind: 'picture', type, name: model.slice(prefix.length) };
    }
  }
  return null;
}
