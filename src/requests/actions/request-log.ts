import type { Intent } from '../../domain/intent.ts';

/**
 * A request's life as text that a person can read and send to someone: one line per event, times in UTC.
 * English on purpose, like every log. Holds no credentials.
 */
export function requestLog(intent: Intent): string {
  const about =
    intent.kind === 'generate'
      ? [
          `tool ${intent.payload.jobType}`,
          `model ${intent.payload.model}`,
          `job ${intent.jobId ?? 'none yet'}`,
        ]
      : [intent.kind];
  const head = [
    `request ${intent.id}`,
    ...about,
    `stage ${intent.stage}`,
    `failed attempts ${intent.attempts}`,
  ];
  const lines = intent.log.map(({ atMs, event, detail }) =>
    [new Date(atMs).toISOString(), event, detail]
      .filter((part) => part !== null && part !== '')
      .join('  '),
  );
  if (intent.error) {
    const { code, httpStatus, detail, atMs } = intent.error;
    const status = httpStatus === null ? '' : ` (${httpStatus})`;
    lines.push(
      `${new Date(atMs).toISOString()}  last-error  ${code}${status}${detail ? `: ${detail}` : ''}`,
    );
  }
  return [...head, '', ...lines, ''].join('\n');
}
