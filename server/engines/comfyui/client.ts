import type { z } from 'zod';

import { createOutgoing, OutgoingError } from '../../http/outgoing.ts';
import {
  cancelAnswer,
  historyAnswer,
  promptAnswer,
  queueAnswer,
  uploadAnswer,
  type ComfyPicture,
  type HistoryEntry,
  type UploadedFile,
} from './answers.ts';
import { objectInfo } from './object-info.ts';
import type { Workflow } from './workflow.ts';

export interface ComfyConnection {
  /** Without trailing slash: `http://127.0.0.1:8188`. */
  url: string;
  /** For a proxy in front that wants `Authorization: Bearer …`; ComfyUI itself knows none. */
  key?: string | undefined;
}

/** ComfyUI answered, but not with what was asked for. */
export class ComfyFailure extends Error {
  override readonly name = 'ComfyFailure';
  readonly status: number;
  /** Parsed JSON, or null. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`ComfyUI answered with status ${status}`);
    this.status = status;
    this.body = body;
  }
}

const answerTimeoutMs = 30_000;
const transferTimeoutMs = 5 * 60_000;
const answerMaxBytes = 16 * 1024 * 1024;
/** With many custom nodes it is that large. */
const objectInfoMaxBytes = 128 * 1024 * 1024;
const pictureMaxBytes = 256 * 1024 * 1024;
/** Of the history, for builds that give a prompt an id of their own. */
const historyItems = 200;

interface CallOptions {
  json?: unknown;
  form?: FormData;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  maxBytes?: number;
}

/** ComfyUI's calls, one method each. Throws `ComfyFailure` or `OutgoingError`. */
export function createComfyClient({ url, key }: ComfyConnection) {
  const send = createOutgoing({ hosts: [url], others: 'refused' });
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};

  async function open(method: string, path: string, options: CallOptions): Promise<Response> {
    const { json, form, signal, timeoutMs = answerTimeoutMs, maxBytes = answerMaxBytes } = options;
    const body = json === undefined ? form : JSON.stringify(json);
    const response = await send(`${url}${path}`, {
      method,
      headers: { ...headers, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
      timeoutMs,
      maxBytes,
      ...(signal && { signal }),
      ...(body !== undefined && { body }),
    });
    if (response.ok) return response;
    const answer = await response.json().catch(() => null);
    throw new ComfyFailure(response.status, answer);
  }

  async function call<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<z.infer<Schema>> {
    const response = await open(method, path, options);
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (error instanceof OutgoingError || options.signal?.aborted) throw error;
      return null;
    });
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new ComfyFailure(response.status, null);
    return parsed.data;
  }

  async function tell(path: string, json: unknown): Promise<void> {
    const response = await open('POST', path, { json });
    await response.body?.cancel();
  }

  async function upload(path: string, form: FormData, signal: AbortSignal): Promise<UploadedFile> {
    const options = { form, signal, timeoutMs: transferTimeoutMs };
    return call(uploadAnswer, 'POST', path, options);
  }

  function uploadForm(bytes: Uint8Array, mediaType: string, name: string): FormData {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(bytes)], { type: mediaType }), name);
    form.set('type', 'input');
    form.set('subfolder', 'kiln');
    // Names are digests of the bytes: what is replaced is the same.
    form.set('overwrite', 'true');
    return form;
  }

  return {
    /** Where the socket of a client is. */
    socketUrl(clientId: string): string {
      const address = new URL(`${url}/ws`);
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      address.searchParams.set('clientId', clientId);
      return address.href;
    },
    headers,

    async alive(signal: AbortSignal): Promise<void> {
      const response = await open('GET', '/system_stats', { signal });
      await response.body?.cancel();
    },

    objectInfo: (signal: AbortSignal) =>
      call(objectInfo, 'GET', '/object_info', { signal, maxBytes: objectInfoMaxBytes }),

    queue: (signal?: AbortSignal) => call(queueAnswer, 'GET', '/queue', { signal }),

    async history(id: string, signal: AbortSignal): Promise<HistoryEntry | null> {
      const path = `/history/${encodeURIComponent(id)}`;
      const answer = await call(historyAnswer, 'GET', path, { signal });
      return answer[id] ?? null;
    },

    recentHistory: (signal: AbortSignal) =>
      call(historyAnswer, 'GET', `/history?max_items=${historyItems}`, {
        signal,
        maxBytes: objectInfoMaxBytes,
      }),

    /** @returns the prompt's id: ours in newer builds, one of their own in older ones */
    async submit(workflow: Workflow, id: string, signal: AbortSignal): Promise<string> {
      const answer = await call(promptAnswer, 'POST', '/prompt', {
        signal,
        json: {
          prompt: workflow,
          client_id: id,
          prompt_id: id,
          // Most servers run with previews off; newer builds let a prompt ask for them.
          extra_data: { preview_method: 'auto' },
        },
      });
      return answer.prompt_id;
    },

    /**
     * One call in newer builds. In older ones an interrupt hits whatever runs, so look first.
     * @param clientId finds prompts whose id nobody heard
     * @returns whether there was something to stop
     */
    async cancel(id: string, clientId: string): Promise<boolean> {
      try {
        const path = `/api/jobs/${encodeURIComponent(id)}/cancel`;
        return (await call(cancelAnswer, 'POST', path, { json: {} })).cancelled;
      } catch (error) {
        const isUnknownCall = error instanceof ComfyFailure && [404, 405].includes(error.status);
        if (!isUnknownCall) throw error;
      }
      const isMine = (item: { id: string; clientId: string | null }) =>
        item.id === id || item.clientId === clientId;
      const { queue_pending: pending } = await call(queueAnswer, 'GET', '/queue');
      const waiting = pending.filter(isMine).map((item) => item.id);
      if (waiting.length > 0) await tell('/queue', { delete: waiting });
      const { queue_running: running } = await call(queueAnswer, 'GET', '/queue');
      const mine = running.find(isMine);
      if (mine) await tell('/interrupt', { prompt_id: mine.id });
      return mine !== undefined || waiting.length > 0;
    },

    upload: (
      picture: { bytes: Uint8Array; mediaType: string; name: string },
      signal: AbortSignal,
    ) =>
      upload('/upload/image', uploadForm(picture.bytes, picture.mediaType, picture.name), signal),

    /** Lays the alpha channel of a PNG over an uploaded picture. */
    uploadMask(mask: { bytes: Uint8Array; name: string }, over: UploadedFile, signal: AbortSignal) {
      const form = uploadForm(mask.bytes, 'image/png', mask.name);
      const { name: filename, subfolder, type } = over;
      form.set('original_ref', JSON.stringify({ filename, subfolder, type }));
      return upload('/upload/mask', form, signal);
    },

    async view(picture: ComfyPicture, signal: AbortSignal): Promise<Uint8Array> {
      const query = new URLSearchParams({ ...picture });
      const response = await open('GET', `/view?${query.toString()}`, {
        signal,
        timeoutMs: transferTimeoutMs,
        maxBytes: pictureMaxBytes,
      });
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

export type ComfyClient = ReturnType<typeof createComfyClient>;
