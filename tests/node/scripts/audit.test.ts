import { expect, test } from 'vitest';

import { auditLine, startAudit } from '../../../scripts/audit.mjs';

const refused = `npm warn audit 405 Method Not Allowed - POST https://registry.example/bulk
{
  "message": "405 Method Not Allowed - POST https://registry.example/bulk",
  "headers": { "allow": ["GET,HEAD"] },
  "statusCode": 405,
  "error": { "summary": "", "detail": "" }
}
npm error audit endpoint returned an error`;
const answered = (high: number, critical: number) =>
  JSON.stringify({
    vulnerabilities: {},
    metadata: { vulnerabilities: { low: 3, high, critical } },
  });
const could = (line: string): boolean => !line.includes('could not be made');

test('the line about the audit says what it found, or that it could not be made and why', () => {
  expect(auditLine(answered(0, 0))).toContain('no known holes');
  expect(auditLine(answered(2, 1))).toContain('3 known holes');
  const line = auditLine(refused);
  expect([could(line), line]).toEqual([false, expect.stringContaining('405 Method Not Allowed')]);
  const offline = {
    error: { summary: 'request to https://registry.example failed\nwhy', detail: '' },
  };
  expect(auditLine(JSON.stringify(offline))).toContain(
    '(request to https://registry.example failed)',
  );
  // No npm, or words of another kind.
  for (const output of ['', 'npm: not found', '{', 'null', '{"metadata":1}']) {
    expect(could(auditLine(output))).toBe(false);
  }
});

test('an audit that is not answered by the end of the run is given up and said to be missing', async () => {
  const result = { ok: false, code: 1, killedBy: null, output: answered(0, 0) };
  const ask: typeof import('../../../scripts/lib-process.mjs').run = (_, { signal } = {}) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(result)));
  const late = startAudit({ ask, waitMs: 2 ** 30 });
  expect(could(await late())).toBe(false);
  // What a killed npm still says is no answer either.
  expect(could(await late())).toBe(false);
  const inTime = startAudit({ ask: () => Promise.resolve(result) });
  await Promise.resolve();
  expect(await inTime()).toContain('no known holes');
});
