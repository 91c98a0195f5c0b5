import { pino } from 'pino';

export type Log = pino.Logger;

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
      redact: {
        paths: [
          '*.userToken',
          '*.password',
          '*.authorization',
          '*.apikey',
          'err.config',
          'err.query',
          'err.params',
        ],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
