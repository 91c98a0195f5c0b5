import type * as z from 'zod/mini';
import type { WorkLink } from '../domain/work-links.ts';
import type { workLink } from './contract/links.ts';

/** A link as the device keeps it. */
export function toWorkLink(said: z.infer<typeof workLink>): WorkLink {
  const { token, image_id: workId, title, shows_prompt: showsPrompt, created_at } = said;
  return { token, workId, title, showsPrompt, createdAtMs: Date.parse(created_at) };
}
