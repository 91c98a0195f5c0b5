import type { GeneratorType } from './generator-types.ts';
import { mediaKind } from './media-kind.ts';
import type { WorkOrigin } from './work.ts';

/** What tells how a work was made; `model` is empty where nothing told. */
export interface MadeWork {
  jobType: GeneratorType;
  origin: WorkOrigin;
  model: string;
  mediaType: string;
}

/** The tool for which a file that was brought along counts, in filters and rules, where nothing tells. */
export function usualTool(mediaType: string): GeneratorType {
  const kind = mediaKind(mediaType);
  if (kind === 'video') return 'Txt2Video';
  if (kind === 'audio') return 'GenMusic';
  return kind === 'picture' ? 'Text2Img' : 'Apps';
}

/**
 * The tool that made a work.
 * @returns null for a file that was brought along and does not tell: the tool in its row is only what it counts for
 */
export function toolOfWork(work: MadeWork): GeneratorType | null {
  const isUntold =
    work.origin === 'imported' && work.model === '' && work.jobType === usualTool(work.mediaType);
  return isUntold ? null : work.jobType;
}
