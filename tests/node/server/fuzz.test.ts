/**
 * Requests made up from /openapi.json against the real platform. `npm test` sends 500; the full run is
 * `KILN_FUZZ=5000 npx vitest run tests/node/server/fuzz.test.ts`, and KILN_FUZZ_SEED tells
 * another story. A failure names the request by its number and seed.
 */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';

import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { creditAccounts, ledger } from '../../../server/credits/tables.ts';
import { jobs } from '../../../server/queue/tables.ts';
import { errorCodes } from '../../../src/domain/errors.ts';
import { createRequests } from '../../fixtures/openapi-requests.ts';
import type { Document, MadeUpRequest } from '../../fixtures/openapi-requests.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const total = Number(process.env.KILN_FUZZ ?? 500);
const seed = Number(process.env.KILN_FUZZ_SEED ?? 1);
const lanes = 6;
const hangMs = 20_000;

vi.setConfig({ testTimeout: 60_000 + total * 100 });

/** What the specification numbers beyond 5xx: refusals, not failures. */
const specified = [560, 561, 562];

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine({ concurrency: 4 }));
});
afterAll(() => platform?.stop());

interface Seen {
  status: number;
  type: string;
  body: Buffer;
}

function send({ method, path, headers, body }: MadeUpRequest): Promise<Seen> {
  const { hostname, port } = new URL(platform.url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...(body && { 'Content-Length': body.length }) },
      signal: AbortSignal.timeout(hangMs),
    });
    outgoing.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** Null when all is well. */
function complaint({ status, type, body }: Seen, documented: Set<string>): string | null {
  const isRefusal = status >= 400 && (status < 500 || specified.includes(status));
  if (status >= 500 && !isRefusal) return `a failure: ${body.toString().slice(0, 200)}`;
  if (!documented.has(String(status)) && status !== 404 && status !== 304) {
    return `${status} is not in the document`;
  }
  if (!isRefusal || body.length === 0) return null;
  if (!type.startsWith('application/json')) return `a refusal of type ${type}`;
  const { code, message, reasons } = JSON.parse(body.toString()) as Record<string, unknown>;
  if (typeof message !== 'string' || message === '') return 'a refusal without words';
  // Without them a page would have nothing to say but the platform's own English.
  const isReasoned = Array.isArray(reasons) && reasons.length > 0;
  if (code === 'invalid-input' && !isReasoned) return `no reasons beside ${message}`;
  return (errorCodes as readonly unknown[]).includes(code)
    ? null
    : `a refusal named ${String(code)}`;
}

test(`${total} made-up requests: no failure, no hang, each refusal has its name, nothing is lost`, async () => {
  const document = (await platform.call('GET', '/openapi.json')).body as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      documented: new Set(Object.keys(operation.responses)),
    })),
  );
  const asksForWords = (body: Buffer | null | undefined) =>
    'task' in (JSON.parse(body?.toString() ?? '{}') as object);
  const isSubmission = (id: string) => /^(playgroundGenerate|generateAsync)$/.test(id);
  const submissions = operations.filter(({ operation }) => isSubmission(operation.operationId));
  const start = 10_000;
  let people: Person[] = await Promise.all([platform.register(start), platform.register(start)]);
  const everybody: Person[] = [...people];
  const [bystander] = [await platform.register(start)];
  const { body: made } = await platform.generate(bystander, 'a vase that stays');
  const before = (await platform.ended(bystander, made.id)).body;

  const jobIds: string[] = [made.id as string];
  const workIds: string[] = [before.generations[0].id as string];
  const accepted = new Map<string, number>();
  const known = (name: string): unknown[] => {
    if (/^(id|ids|job_?id)$/i.test(name)) return [...jobIds, ...workIds];
    if (/^(image_?ids|work_?ids?|images)$/i.test(name)) return workIds;
    if (name === 'model') return ['test-painter', 'test-upscaler', 'test-painter'];
    if (name === 'job_type') return ['Text2Img'];
    if (name === 'input') {
      return [{ prompt: 'a vase' }, { prompt: 'two', n: 2 }, { prompt: 'nude' }, { width: 65 }];
    }
    if (name === 'Idempotency-Key') return [randomUUID()];
    if (name === 'Tus-Resumable') return ['1.0.0'];
    return [];
  };

  const wrong: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let number = next++; number < total; number = next++) {
      const random = seededRandom(seed * 1_000_003 + number);
      // What holds credits is asked for most.
      const from = random() < 0.25 ? submissions : operations;
      const chosen = from[Math.floor(random() * from.length)];
      const person = people[number % people.length];
      if (!chosen || !person) throw new Error('there is nothing to ask');
      const { path, method, operation, documented } = chosen;
      const made = createRequests(document, random, known)(path, method, operation, person.headers);
      const name = `${number} of seed ${seed}: ${method} ${made.path.slice(0, 150)}`;
      try {
        const seen = await send(made);
        const fault = complaint(seen, documented);
        if (fault !== null) wrong.push(`${name}: ${fault}; ${made.body?.toString().slice(0, 300)}`);
        if (isSubmission(operation.operationId) && seen.status < 300) {
          const { id } = JSON.parse(seen.body.toString()) as { id: string };
          jobIds.push(id);
          // What only asks for words is answered like a job, and is none: nothing of it is kept or charged.
          if (!asksForWords(made.body)) accepted.set(id, person.uid);
        }
        if (['logout', 'deleteAccount'].includes(operation.operationId)) {
          const replaced = await platform.register(start);
          everybody.push(replaced);
          people = [replaced, ...people.slice(0, 1)];
        }
      } catch (error) {
        wrong.push(`${name}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(wrong).toEqual([]);

  // What was accepted is there, ends, and the accounts agree with it.
  const { rows: there } = await platform.database.execute<{ id: string }>(
    sql`select id from users`,
  );
  const left = new Set(there.map(({ id }) => Number(id)));
  // Whom a made-up request deleted has nothing here any more.
  const ids = [...accepted].filter(([, uid]) => left.has(uid)).map(([id]) => id);
  expect(ids.length).toBeGreaterThan(total / 200);
  const isLive = sql`state in ('Pending', 'Restarted', 'Processing')`;
  await vi.waitFor(async () => expect(await platform.database.$count(jobs, isLive)).toBe(0), {
    interval: 100,
  });
  const kept = await platform.database.select().from(jobs).where(inArray(jobs.id, ids));
  expect(kept).toHaveLength(ids.length);
  for (const { uid } of everybody.filter((person) => left.has(person.uid))) {
    const [account] = await platform.database
      .select()
      .from(creditAccounts)
      .where(eq(creditAccounts.userId, uid));
    const [charged] = await platform.database
      .select({ sum: sql<number>`coalesce(sum(cost), 0)::int` })
      .from(jobs)
      .where(eq(jobs.userId, uid));
    const [drawn] = await platform.database
      .select({ sum: sql<number>`coalesce(sum(amount), 0)::int` })
      .from(ledger)
      .where(sql`user_id = ${uid} and type = 1 and job_id is null`);
    expect(account?.reserved).toBe(0);
    expect(account?.balance).toBe((drawn?.sum ?? 0) - (charged?.sum ?? 0));
  }
  // A bystander noticed nothing.
  const after = await platform.call('GET', `/api/v2/generate/status/${made.id}`, {
    person: bystander,
  });
  expect(after.body).toEqual(before);
  expect(await platform.credits(bystander)).toEqual({ balance: start - 1, reserved: 0 });
  expect((await platform.call('GET', '/healthz')).body).toMatchObject({ status: 'ok' });
});
