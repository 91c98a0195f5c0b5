import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
} from '@opentelemetry/api';

/**
 * Spans of traces (OpenTelemetry). Where nobody has asked for traces these do nothing and cost nothing:
 * `server/tracing.ts` says who listens.
 */
const tracer = trace.getTracer('kiln');

export type { Attributes } from '@opentelemetry/api';

/** What a span may still learn while its work goes on. */
export interface OpenSpan {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks it as failed without an error being thrown. */
  fail(why: string): void;
}

/**
 * Runs work within a span, which is the parent of all spans that begin in it.
 * @param from headers of a request that may belong to somebody else's trace
 */
export function inSpan<Value>(
  name: string,
  options: { kind?: 'server' | 'client' | 'internal'; attributes?: Attributes; from?: object },
  work: (span: OpenSpan) => Promise<Value>,
): Promise<Value> {
  const { kind = 'internal', attributes = {}, from } = options;
  const parent = from ? propagation.extract(context.active(), from) : context.active();
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    internal: SpanKind.INTERNAL,
  };
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async (span) => {
    try {
      return await work({
        rename: (next) => void span.updateName(next),
        set: (more) => void span.setAttributes(more),
        fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
      });
    } catch (error) {
      // The message alone: what was asked for may be in the rest.
      span.setStatus({
        code: SpanStatusCode.ERROR,
        message: error instanceof Error ? error.name : 'error',
      });
      throw error;
    } finally {
      span.end();
    }
  });
}
