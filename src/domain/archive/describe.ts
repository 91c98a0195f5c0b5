import type { GeneratorType } from '../generator-types.ts';
import type { LocalizedText } from '../languages.ts';
import type { InputValues } from '../model.ts';
import { isFile } from '../recipes/recipe-of-work.ts';
import type { WorkOrigin } from '../work.ts';
import {
  archiveFormat,
  archiveVersion,
  archivedWorkFormat,
  type ArchivedAlbum,
  type ArchivedFile,
  type ArchivedSource,
  type ArchivedWork,
  type ArchiveManifest,
} from './layout.ts';

/** What a device knows of a work and that means something elsewhere. */
interface KnownWork {
  id: string;
  jobType: GeneratorType;
  model: string;
  modelLabel: LocalizedText | null;
  prompt: string;
  negativePrompt: string;
  parameters: InputValues;
  seed: string;
  width: number;
  height: number;
  mediaType: string;
  createdAtMs: number;
  starred: 0 | 1;
  rating: number;
  origin: WorkOrigin;
  thumbhash: string;
  censored: boolean;
  warnings: string[];
}

/**
 * The sidecar of a work: how it was made and what its owner thinks of it. Addresses of files are left out, which mean
 * nothing elsewhere and may open something here.
 */
export function describeWork(
  work: KnownWork,
  { file, bytes, sha256 }: ArchivedFile,
  sources: ArchivedSource[],
): ArchivedWork {
  return {
    format: archivedWorkFormat,
    version: archiveVersion,
    id: work.id,
    file,
    tool: work.jobType,
    model: work.model,
    model_name: work.modelLabel,
    prompt: work.prompt,
    negative_prompt: work.negativePrompt,
    parameters: Object.fromEntries(
      Object.entries(work.parameters).filter(([, value]) => !isFile(value)),
    ),
    seed: work.seed,
    width: work.width,
    height: work.height,
    media_type: work.mediaType,
    bytes,
    sha256,
    created: new Date(work.createdAtMs).toISOString(),
    favourite: work.starred === 1,
    rating: work.rating,
    origin: work.origin,
    thumbhash: work.thumbhash,
    censored: work.censored,
    warnings: work.warnings,
    sources,
  };
}

const sumOfBytes = (files: readonly ArchivedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The list of everything in an archive. */
export function describeArchive(
  made: { createdAtMs: number; app: string },
  content: Pick<ArchiveManifest, 'works' | 'sources' | 'absent'> & { albums: ArchivedAlbum[] },
): ArchiveManifest {
  const { works, sources, absent, albums } = content;
  return {
    format: archiveFormat,
    version: archiveVersion,
    created: new Date(made.createdAtMs).toISOString(),
    app: made.app,
    counts: {
      works: works.length,
      sources: sources.length,
      absent: absent.length,
      bytes: sumOfBytes(works) + sumOfBytes(sources),
    },
    works,
    sources,
    absent,
    ...(albums.length > 0 && { albums }),
  };
}
