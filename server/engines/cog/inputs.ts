import { dataUrl, readSource, sourceAsMask } from '../pictures.ts';
import type { EngineJob, EngineSource } from '../contract/engine.ts';
import type { CogSettings } from './settings.ts';
import { isMask } from './models.ts';
import { nestInput } from './nest.ts';
import type { CogInterface } from './openapi.ts';

/** How a file gets there: as a data URL, or uploaded first. */
export type SendFile = (source: EngineSource, data: Buffer) => Promise<string>;

export const asDataUrl: SendFile = (source, data) =>
  Promise.resolve(dataUrl(source.mediaType, data));

/** The `input` of a prediction: only what the model knows, files where their fields are, fixed values last. */
export async function inputOf(
  job: EngineJob,
  settings: CogSettings,
  known: CogInterface,
  sendFile: SendFile,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of known.fields) {
    const value = job.input[field.name];
    // What is left empty is left to the model: an explicit null is refused there.
    if (value !== undefined && value !== null && value !== '') values[field.name] = value;
    const sources = job.sources.filter((source) => source.field === field.name);
    const files: string[] = [];
    for (const source of sources) {
      if (isMask(field)) {
        const mask = await sourceAsMask(source, source);
        files.push(await sendFile({ ...source, mediaType: 'image/png' }, mask));
      } else files.push(await sendFile(source, await readSource(source)));
    }
    if (files.length > 0) values[field.name] = field.type === 'array' ? files : files[0];
  }
  return { ...nestInput(known, values), ...settings.input };
}
