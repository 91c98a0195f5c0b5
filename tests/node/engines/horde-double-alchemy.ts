import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { answerFault, readJson, sendHtml, sendJson, type CallFault } from './horde-double-http.ts';
import {
  interrogateBody,
  readSource,
  Refusal,
  validationErrors,
  type SeenPicture,
} from './horde-double-rules.ts';

export interface AlchemyScript {
  /** Negative: never done. */
  checksUntilDone: number;
  fate: 'good' | 'faulted' | 'gone';
  fault: CallFault | null;
}

export const plainAlchemy: AlchemyScript = { checksUntilDone: 2, fate: 'good', fault: null };

interface AlchemyJob {
  form: string;
  source: SeenPicture;
  checks: number;
  cancelled: boolean;
}

/** Section 7: what alchemists do with a picture that is there. */
export function createAlchemistDouble(options: {
  script: () => AlchemyScript;
  pictures: () => string;
  /** Refuses unknown keys. */
  kudosOf: (request: IncomingMessage) => number;
  onAccept: (asked: { id: string; form: string; source: SeenPicture }) => void;
  onCancel: (id: string) => void;
}) {
  const jobs = new Map<string, AlchemyJob>();
  const tilesMax = 255;

  return {
    async interrogate(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const raw = await readJson(request);
      const script = options.script();
      const { fault } = script;
      script.fault = null;
      if (answerFault(fault ?? undefined, response)) return;
      options.kudosOf(request);
      const parsed = interrogateBody.safeParse(raw);
      if (!parsed.success) {
        sendJson(response, 400, validationErrors(parsed.error));
        return;
      }
      const source = await readSource(parsed.data.source_image);
      if (Math.ceil(source.width / 512) * Math.ceil(source.height / 512) > tilesMax) {
        throw new Refusal(400, 'SourceImageResolutionExceeded');
      }
      const id = randomUUID();
      const form = parsed.data.forms[0]?.name ?? '';
      jobs.set(id, { form, source, checks: 0, cancelled: false });
      options.onAccept({ id, form, source });
      if (fault?.kind === 'drop-answer') request.socket.destroy();
      else if (fault?.kind === 'break-answer') sendHtml(response, 502, '<h1>Bad Gateway</h1>');
      else sendJson(response, 202, { id });
    },

    status(request: IncomingMessage, response: ServerResponse, id: string): void {
      const job = jobs.get(id);
      if (!job) throw new Refusal(404, 'RequestNotFound');
      const { checksUntilDone, fate } = options.script();
      if (request.method === 'DELETE') {
        job.cancelled = true;
        options.onCancel(id);
      } else {
        job.checks += 1;
      }
      const over = checksUntilDone >= 0 && job.checks > checksUntilDone;
      if (over && fate === 'gone') {
        jobs.delete(id);
        throw new Refusal(404, 'RequestNotFound');
      }
      const { form, source } = job;
      let state = job.checks > 1 ? 'processing' : 'waiting';
      if (over) state = fate === 'faulted' ? 'faulted' : 'done';
      if (job.cancelled) state = 'cancelled';
      const factor = Number(/(?:_x|^)(\d)/.exec(form)?.[1] ?? 1);
      const size = `${source.width * factor}x${source.height * factor}`;
      const value =
        form === 'caption'
          ? 'a red square on a table'
          : `${options.pictures()}/good/${size}/${id}.webp?X-Amz-Signature=${randomUUID()}`;
      sendJson(response, 200, {
        state: state === 'cancelled' ? 'partial' : state,
        forms: [{ form, state, ...(state === 'done' && { result: { [form]: value } }) }],
      });
    },
  };
}
