/** What the Horde's image models are offered for here. */
export type PictureType = 'Text2Img' | 'Img2Img' | 'Inpainting' | 'Outpainting' | 'Condition';

/** What its alchemists are offered for. */
export type AlchemyTool = 'upscale' | 'faces' | 'background';

/** Whose workers: the AI Horde's, or those that work for this platform alone. */
export type WorkersOf = 'horde' | 'network';

/** What follows the engine's name in the ids of models that are offered for more than one purpose. */
const purposes: Readonly<Record<PictureType, string>> = {
  Text2Img: '/',
  Img2Img: '-redraw/',
  Inpainting: '-inpaint/',
  Outpainting: '-outpaint/',
  Condition: '-guided/',
};

/** Whichever of several models is free first. */
export const anyModelId = 'horde-any/sdxl';

const toolIds: Readonly<Record<AlchemyTool, string>> = {
  upscale: 'horde-tool/upscale',
  faces: 'horde-tool/faces',
  background: 'horde-tool/background',
};

export const alchemyTools: readonly AlchemyTool[] = ['upscale', 'faces', 'background'];

export function pictureModelId(
  type: PictureType,
  name: string,
  workers: WorkersOf = 'horde',
): string {
  return workers + purposes[type] + name;
}

export function toolId(tool: AlchemyTool): string {
  return toolIds[tool];
}

export type HordeModelId =
  | { kind: 'picture'; type: PictureType; /** The Horde's own. */ name: string }
  | { kind: 'any' }
  | { kind: 'tool'; tool: AlchemyTool };

/** Reads the id of a model that makes pictures; null when it is none of those workers'. */
export function readPictureModelId(
  model: string,
  workers: WorkersOf,
): Extract<HordeModelId, { kind: 'picture' }> | null {
  for (const [type, purpose] of Object.entries(purposes) as [PictureType, string][]) {
    const prefix = workers + purpose;
    if (model.startsWith(prefix) && model.length > prefix.length) {
      return { kind: 'picture', type, name: model.slice(prefix.length) };
    }
  }
  return null;
}

/** Reads the id of one of the AI Horde's models; null when it is none. */
export function readModelId(model: string): HordeModelId | null {
  if (model === anyModelId) return { kind: 'any' };
  const tool = alchemyTools.find((candidate) => toolIds[candidate] === model);
  return tool ? { kind: 'tool', tool } : readPictureModelId(model, 'horde');
}
