import { z } from 'zod';

/** What ComfyUI answers; builds of three years differ, so every field that can be missing may be. */

const text = z.string().max(20_000);

/** `[number, prompt id, workflow, extra data, outputs, …]` */
const queueItem = z
  .array(z.unknown())
  .min(2)
  .transform((item, context) => {
    const head = z.tuple([z.number(), text]).safeParse(item.slice(0, 2));
    if (!head.success) {
      context.addIssue('not a queue item');
      return z.NEVER;
    }
    const extra = z.looseObject({ client_id: text.optional() }).safeParse(item[3]);
    return {
      number: head.data[0],
      id: head.data[1],
      clientId: extra.success ? (extra.data.client_id ?? null) : null,
    };
  });

export const queueAnswer = z.object({
  queue_running: z.array(queueItem),
  queue_pending: z.array(queueItem),
});

const picture = z.object({
  filename: z.string().min(1).max(1_000),
  subfolder: z.string().max(1_000).default(''),
  type: z.string().max(50).default('output'),
});
export type ComfyPicture = z.output<typeof picture>;

/** Nodes answer with pictures, texts, sounds and flags; only pictures are looked at. */
const nodeOutput = z.looseObject({
  images: z.array(picture).max(1_000).optional().catch(undefined),
});

const historyEntry = z.object({
  prompt: queueItem.optional().catch(undefined),
  outputs: z.record(z.string(), nodeOutput.catch({})).default({}),
  status: z
    .object({
      status_str: text.optional(),
      completed: z.boolean().optional(),
      messages: z
        .array(z.tuple([text, z.unknown()]))
        .catch([])
        .default([]),
    })
    .nullish()
    .catch(undefined),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const historyAnswer = z.record(z.string(), historyEntry);

export const promptAnswer = z.object({ prompt_id: z.string().min(1).max(200) });

export const cancelAnswer = z.object({ cancelled: z.boolean() });

export const uploadAnswer = z.object({
  name: z.string().min(1).max(1_000),
  subfolder: z.string().max(1_000).default(''),
  type: z.string().max(50).default('input'),
});
export type UploadedFile = z.output<typeof uploadAnswer>;

const nodeError = z.object({
  type: text.catch('unknown'),
  message: text.catch(''),
  details: text.catch(''),
  extra_info: z
    .looseObject({
      input_name: text.optional().catch(undefined),
      received_value: z.unknown(),
      input_config: z.unknown(),
    })
    .nullish()
    .catch(undefined),
});
export type NodeError = z.output<typeof nodeError>;

/** The body of a refused POST /prompt. */
export const refusal = z.object({
  error: z
    .union([text.transform((message) => ({ type: 'unknown', message, details: '' })), nodeError])
    .optional()
    .catch(undefined),
  // An empty list where there are none.
  node_errors: z
    .record(
      z.string(),
      z.object({ class_type: text.catch(''), errors: z.array(nodeError).catch([]) }),
    )
    .catch({}),
});

/** `execution_error`, by socket or in the history. */
export const executionError = z.object({
  node_id: text.optional().catch(undefined),
  node_type: text.optional().catch(undefined),
  exception_message: text.catch(''),
  exception_type: text.catch(''),
});

export const socketMessage = z.object({
  type: z.string().max(100),
  data: z.record(z.string(), z.unknown()).catch({}),
});
export type SocketMessage = z.output<typeof socketMessage>;
