import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTracing, type Tracing } from '../../../server/tracing.ts';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector, by the OTLP over HTTP in JSON that it is sent. */
const received: Span[] = [];
const bodies: string[] = [];
async function take(request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  bodies.push(text);
  const { resourceSpans } = JSON.parse(text);
  for (const { scopeSpans } of resourceSpans) {
    for (const { spans } of scopeSpans) received.push(...spans);
  }
}
const collector = createServer((request, response) => {
  void take(request).then(() => {
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
  });
});

const engine = createTestEngine();
let tracing: Tracing;
let platform: TestPlatform;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  tracing = await startTracing(`http://127.0.0.1:${port}/`, 'kiln of a test');
  platform = await startTestPlatform(engine);
});
afterAll(async () => {
  await platform?.stop();
  await new Promise((resolve) => collector.close(resolve));
});

const of = (span: Span | undefined, key: string) =>
  span?.attributes.find((attribute) => attribute.key === key)?.value;

test('calls and jobs are told to a collector, in the caller’s trace, without what was asked for', async () => {
  const person = await platform.register();
  const traceId = 'a'.repeat(32);
  const answer = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': 'one', traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
    body: { model: 'test-painter', job_type: 'Text2Img', input: { prompt: 'a secret garden' } },
  });
  await platform.ended(person, answer.body.id);
  engine.hold = true;
  const second = (await platform.generate(person, 'another secret')).body.id;
  (await engine.nextRun()).fail(new EngineError('engine-failed', 'it broke', { retryable: false }));
  await platform.ended(person, second);
  engine.hold = false;
  await tracing.stop();

  const call = received.find((span) => span.traceId === traceId);
  expect(call?.name).toBe('POST playgroundGenerate');
  expect(call?.parentSpanId).toBe('b'.repeat(16));
  expect(Number(of(call, 'http.response.status_code')?.intValue)).toBe(200);
  const jobs = received.filter(({ name }) => name === 'job test');
  expect(jobs).toHaveLength(2);
  expect(of(jobs[0], 'kiln.job')?.stringValue).toBe(answer.body.id);
  expect(jobs.map(({ status }) => status?.code ?? 0)).toEqual([0, 2]);
  const all = bodies.join();
  expect(all).toContain('kiln of a test');
  expect(all).not.toContain('secret');
  expect(all).not.toContain(person.headers['userToken']);
});
