import { context, propagation, trace } from '@opentelemetry/api';

import { version } from './version.ts';

/** How traces end with the process: what has not been sent yet is sent. */
export interface Tracing {
  stop(): Promise<void>;
}

/**
 * Sends spans to a collector by OTLP over HTTP; off unless there is one. What sends them is loaded only then.
 * @param endpoint `OTEL_EXPORTER_OTLP_ENDPOINT`: the collector's address without `/v1/traces`
 * @param service what this platform is called in traces
 */
export async function startTracing(endpoint: string, service: string): Promise<Tracing> {
  const [sdk, exporter, resources, hooks, core] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ]);
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': service,
      'service.version': version,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url }) }),
    ],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}
