import { z } from 'zod';

import { createOutgoing } from '../http/outgoing.ts';

export interface ModerationConfig {
  /** Of the call itself: `https://api.openai.com/v1/moderations`. */
  url: string;
  key: string | null;
  model: string;
  /** Whether a prompt that could not be looked at is refused. */
  isRequired: boolean;
}

const answer = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) });

const timeoutMs = 8_000;
const maxBytes = 256 * 1024;
const rememberedMax = 1_000;

/**
 * Asks an endpoint of OpenAI's moderation shape.
 * @returns whether a text is flagged; rejects when there is no usable answer
 */
export function createModeration(config: ModerationConfig): (text: string) => Promise<boolean> {
  const send = createOutgoing({ hosts: [config.url], others: 'refused' });
  // A queue of a hundred requests often has one prompt.
  const known = new Map<string, boolean>();
  return async (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const response = await send(config.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(config.key !== null && { Authorization: `Bearer ${config.key}` }),
      },
      body: JSON.stringify({ model: config.model, input: text }),
      timeoutMs,
      maxBytes,
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined);
      throw new Error(`the moderation endpoint answered ${response.status}`);
    }
    const { results } = answer.parse(await response.json());
    const isFlagged = results.some(({ flagged }) => flagged);
    const [oldest] = known.keys();
    if (known.size >= rememberedMax && oldest !== undefined) known.delete(oldest);
    known.set(text, isFlagged);
    return isFlagged;
  };
}
