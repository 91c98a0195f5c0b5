import { createBuiltinEngine } from '../../server/workshop/engine.ts';
import { jobOf, recordingContext } from '../node/engines/conformance.ts';
import { samples } from '../samples/list.ts';
import { SampleMaker } from '../samples/make.ts';
import type { Figure } from './offline-thousand.ts';

const sides = [512, 1024] as const;
const mebibyte = 1024 * 1024;

/** Milliseconds from a cancel in the middle of a large painting until its run has ended. */
async function cancelMs(engine: ReturnType<typeof createBuiltinEngine>): Promise<number> {
  const input = { prompt: 'oil painting of a forest', width: 2048, height: 2048, steps: 50 };
  const context = recordingContext();
  let cancelledMs = 0;
  context.reportProgress = ({ fraction }) => {
    if (!fraction || cancelledMs > 0) return;
    cancelledMs = performance.now();
    context.controller.abort('cancelled');
  };
  await engine.run(jobOf(engine, 'kiln-painter', { input, outputs: 4 }), context).catch(() => {});
  return performance.now() - cancelledMs;
}

/** Seconds that each built-in tool takes for one result, from pictures of either size; one thread. */
export async function tools(): Promise<Figure[]> {
  const engine = createBuiltinEngine({ processes: 1 });
  await engine.start();
  const figures = new Map<string, string[]>();
  let peakBytes = 0;
  let cancel = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 50);
  try {
    for (const side of sides) {
      const maker = new SampleMaker(engine, { side });
      const timed = new Set<string>();
      for (const sample of samples) {
        const isFirst = !timed.has(sample.model);
        // The painter's other scenes are made where a tool works on them.
        const isNeeded = samples.some(({ sources }) =>
          Object.values(sources)
            .flat()
            .some((source) =>
              'sample' in source
                ? source.sample === sample.name
                : 'zip' in source && source.zip.includes(sample.name),
            ),
        );
        if (!isFirst && !isNeeded) continue;
        timed.add(sample.model);
        const reason = engine.unavailableReason(sample.model);
        const took = reason
          ? reason.en
          : `${((await maker.make(sample)).tookMs / 1_000).toFixed(1)} s`;
        if (isFirst) figures.set(sample.model, [...(figures.get(sample.model) ?? []), took]);
      }
    }
    cancel = await cancelMs(engine);
  } finally {
    clearInterval(watch);
    await engine.stop();
  }
  return [
    ...[...figures].map(([what, times]) => ({ what, value: times.join(' · ') })),
    { what: 'cancel of a large painting', value: `${Math.round(cancel)} ms` },
    { what: 'memory of the process at most', value: `${Math.round(peakBytes / mebibyte)} MiB` },
  ];
}
