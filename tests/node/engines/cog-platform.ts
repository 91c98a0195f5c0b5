import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, vi } from 'vitest';

import { createCogEngine } from '../../../server/engines/cog/engine.ts';
import type { CogSettings } from '../../../server/engines/cog/settings.ts';
import type { Engine, EngineJob } from '../../../server/engines/contract/engine.ts';
import { mountEngineWebhooks } from '../../../server/engines/webhooks.ts';
import { addMiddleware } from '../../../server/http/middleware.ts';
import type { App, HttpEnvironment } from '../../../server/http/mount.ts';
import type { CogDouble } from '../../fixtures/engines/cog.ts';
import { jobOf } from './conformance.ts';
import { plainDoor } from '../server/fixtures/platform.ts';

const pace = {
  pollMs: 15,
  busyMs: 15,
  admissionMs: 3_000,
  quietMs: 250,
  repeatMs: 1_500,
  silenceMs: 500,
  wellMs: 30,
  downMs: 20,
  downMaxMs: 40,
};

/** The part of a platform that a Cog engine needs: the address that its webhooks come to, and a log. */
export async function startCogPlatform() {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  let app: App = new Hono<HttpEnvironment>();
  let server!: Server;
  await new Promise<void>((resolve) => {
    const fetch: App['fetch'] = (...given) => app.fetch(...given);
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve()) as Server;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** Everything that was logged at all. */
    logged: () => lines.join(''),
    async startEngine(
      double: CogDouble,
      options: {
        settings?: Partial<CogSettings>;
        webhooks?: boolean;
        pace?: Partial<typeof pace>;
      } = {},
    ): Promise<Engine> {
      const engine = createCogEngine(
        {
          kind: 'cog',
          name: 'studio',
          url: double.url,
          files: [],
          cost: 3,
          fields: {},
          input: {},
          timeoutMinutes: 1,
          ...options.settings,
        },
        { log, webhookUrl: options.webhooks ? url : null },
        { ...pace, ...options.pace },
      );
      app = new Hono<HttpEnvironment>();
      addMiddleware(app, plainDoor, log);
      mountEngineWebhooks(app, [engine]);
      await engine.start();
      await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
      return engine;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type CogPlatform = Awaited<ReturnType<typeof startCogPlatform>>;

/** A job for the tool that it names; text to image when it names none. */
export const cogJob = (engine: Engine, differs: Partial<EngineJob> = {}): EngineJob =>
  jobOf(engine, `studio/${(differs.jobType ?? 'Text2Img').toLowerCase()}`, {
    ...differs,
    input: { prompt: 'a cat', ...differs.input },
  });
