import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';

export type Log = pino.Logger;

/** A failed query's message lists its parameters, prompts among them: what the database said is enough. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof DrizzleQueryError)) return pino.stdSerializers.err(error);
  const { cause, query } = error;
  const said = cause instanceof Error ? pino.stdSerializers.err(cause) : { message: 'unknown' };
  return { ...said, statement: query };
}

/** Lines that a slow reader of stderr makes wait; what comes beyond them is dropped, not what runs here. */
const waitingMaxBytes = 1024 * 1024;

/**
 * JSON lines on stderr; stdout belongs to people. Neither tokens nor prompts are ever passed to it at
 * `info`; the redaction is the second fence, for what a library puts into an error.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: [
          '*.userToken',
          '*.password',
          '*.authorization',
          '*.apikey',
          'err.config',
          'err.query',
          'err.params',
          'err.detail',
        ],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: false, maxLength: waitingMaxBytes }),
  );
}
