/** Scripts of the app that run in threads of their own, where no page can run one before. */
export const slowThreads = /^\/(sw\.js|assets\/[^/]*worker[^/]*\.js)/;

/**
 * A script that makes time run faster in whatever thread it runs first: clocks show more, timers wait less. All
 * threads of a device that run it with the same numbers agree on the time.
 * @param factor how many seconds of the device pass in one
 * @param startMs since when, in milliseconds since 1970
 */
export function timeLapse(factor: number, startMs: number): string {
  const run = (speed: number, since: number) => {
    const scope = globalThis as typeof globalThis & { kilnTimeLapse?: boolean };
    if (scope.kilnTimeLapse) return;
    scope.kilnTimeLapse = true;
    const RealDate = Date;
    const realNow = Date.now.bind(Date);
    const now = () => Math.floor(since + (realNow() - since) * speed);
    class FastDate extends RealDate {
      constructor(...values: unknown[]) {
        super(...((values.length === 0 ? [now()] : values) as [number]));
      }
      static override now() {
        return now();
      }
    }
    scope.Date = FastDate as unknown as DateConstructor;
    const realPerformanceNow = performance.now.bind(performance);
    performance.now = () => realPerformanceNow() * speed;
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const real = scope[name] as unknown as (...values: unknown[]) => number;
      const fast = (handler: unknown, delayMs = 0, ...values: unknown[]) =>
        real.call(scope, handler, delayMs / speed, ...values);
      Object.assign(scope, { [name]: fast });
    }
    const realTimeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (delayMs) => realTimeout(delayMs / speed);
    // The service worker holds what it keeps against what was built: what stands in front here is not part of that.
    const mark = ['/* here the', 'app begins */\n'].join(' ');
    const realBuffer: (this: Response) => Promise<ArrayBuffer> = Reflect.get(
      Response.prototype,
      'arrayBuffer',
    );
    Response.prototype.arrayBuffer = async function arrayBuffer(this: Response) {
      const bytes = await realBuffer.call(this);
      const start = new TextDecoder().decode(bytes.slice(0, 8_192)).indexOf(mark);
      return start < 0 ? bytes : bytes.slice(start + mark.length);
    };
  };
  return `(${run.toString()})(${factor}, ${startMs});\n/* here the app begins */\n`;
}
