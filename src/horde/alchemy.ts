import type * as z from 'zod/mini';
import { uploadMaxPixels } from '../domain/limits.ts';
import type { LocalizedText } from '../domain/languages.ts';
import type { InputValues } from '../domain/model.ts';
import type { AlchemyStatus, workersAnswer } from './answers.ts';
import type { AlchemyTool } from './model-ids.ts';
import { formsOf } from './models.ts';
import { upscalers } from './post-processors.ts';
import type { AlchemyRequest } from './request.ts';

/** What alchemists call it to put a picture into words. */
export const captionForm = 'caption';
const captionMaxCharacters = 2_000;
/** A caption needs no more than this of a picture. */
const captionPixels = 1024 * 1024;
/** They take pictures of at most 255 tiles of 512 pixels squared. */
const maxSide = 4_096;

export const noAlchemist: LocalizedText = {
  cn: 'AI Horde 上暂时没有人提供这个工具。',
  en: 'Nobody on the AI Horde offers this tool right now.',
};

/** The form that a request for a tool asks for: the chosen way, for those that have several. */
export function formFor(tool: AlchemyTool, input: InputValues): string {
  const forms = formsOf(tool);
  const chosen = input[tool === 'upscale' ? 'upscaler' : 'face_fixer'];
  return forms.find((form) => form === chosen) ?? forms[0]!;
}

/** What the alchemists that are there can do. */
export function servedForms(workers: z.infer<typeof workersAnswer>): Set<string> {
  const ready = workers.filter((worker) => worker.online && !worker.maintenance_mode);
  return new Set(ready.flatMap((worker) => worker.forms));
}

/** Whether somebody does it in one of its ways. */
export function isOffered(tool: AlchemyTool, forms: ReadonlySet<string>): boolean {
  return formsOf(tool).some((form) => forms.has(form));
}

/**
 * The size in which a picture goes to an alchemist: as it is, but no larger than they take, nor than what becomes of
 * it may be.
 */
export function alchemySize(
  { width, height }: { width: number; height: number },
  form: string,
): { width: number; height: number; isSmaller: boolean } {
  const factor = upscalers.find(({ name }) => name === form)?.factor ?? 1;
  const mostPixels = form === captionForm ? captionPixels : uploadMaxPixels / factor ** 2;
  const scale = Math.min(
    1,
    maxSide / Math.max(width, height),
    Math.sqrt(mostPixels / (width * height)),
  );
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
    isSmaller: scale < 1,
  };
}

/** @param image Base64 without a `data:` prefix */
export function alchemyRequest(image: string, form: string): AlchemyRequest {
  return {
    source_image: image,
    forms: [{ name: form }],
    slow_workers: true,
    trusted_workers: false,
  };
}

export type FormState =
  | { at: 'waiting' | 'processing' | 'failed' }
  /** Null: it is done, and nothing came of it. */
  | { at: 'done'; result: unknown };

/** How the one form of a request is. */
export function readForm({ state, forms }: AlchemyStatus, form: string): FormState {
  const mine = forms.find((entry) => entry.form === form) ?? forms[0];
  if (mine?.state === 'done' && mine.result) {
    return { at: 'done', result: mine.result[form] ?? null };
  }
  if (state === 'faulted' || mine?.state === 'faulted' || mine?.state === 'cancelled') {
    return { at: 'failed' };
  }
  return { at: mine?.state === 'processing' ? 'processing' : 'waiting' };
}

/** The words of a caption; empty where none came. */
export function captionOf(result: unknown): string {
  return typeof result === 'string' ? result.trim().slice(0, captionMaxCharacters) : '';
}
