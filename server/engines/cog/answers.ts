import { z } from 'zod';

/** `GET /health-check` is always a 200; only its body tells. */
export const healthAnswer = z.object({
  status: z.enum(['STARTING', 'READY', 'BUSY', 'SETUP_FAILED', 'DEFUNCT', 'UNHEALTHY', 'UNKNOWN']),
});

/** The one shape of answers, webhooks and final events, of a container as of Replicate. */
export const prediction = z.object({
  id: z.string().min(1).max(200).optional(),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown().optional(),
  /** Missing where a request has just been accepted: there are none yet. */
  logs: z.string().nullish(),
  error: z.unknown().optional(),
  /** Told by Cog 0.16, whose first answer has logs as well. */
  started_at: z.string().nullish().catch(null),
});
export type Prediction = z.infer<typeof prediction>;

export const isOver = ({ status }: Prediction): boolean =>
  status !== 'starting' && status !== 'processing';

const detail = z.union([
  z.string(),
  z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.number()])).catch([]),
      msg: z.string().catch(''),
    }),
  ),
]);

/** What is said with a status that is no success: `detail` of validation, `error` of the container. */
export const refusal = z.object({
  detail: detail.optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
});

/** The words of a refusal in one line, `prompt: Field required`. */
export function wordsOfRefusal(answer: unknown): string {
  const told = refusal.safeParse(answer);
  if (!told.success) return '';
  const { detail: details, error, title } = told.data;
  if (Array.isArray(details)) {
    return details
      .slice(0, 5)
      .map(({ loc, msg }) => `${String(loc.at(-1) ?? 'input')}: ${msg}`)
      .join('; ');
  }
  return details ?? error ?? title ?? '';
}

/** `GET /models/{owner}/{name}` and `…/versions/{id}` of Replicate, as far as it matters. */
export const replicateVersion = z.object({
  id: z.string(),
  openapi_schema: z.unknown().optional(),
});
export const replicateModel = z.object({ latest_version: replicateVersion.nullish() });
export const replicateFile = z.object({ urls: z.object({ get: z.string().max(4_000) }) });
