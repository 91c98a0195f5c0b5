import type { IncomingMessage, ServerResponse } from 'node:http';

interface Limit {
  most: number;
  seconds: number;
}

const words: Readonly<Record<number, string>> = { 1: '1 second', 60: '1 minute' };

/** Section 2 of the contract: what each endpoint counts, and by what. */
function limitsOf(
  method: string,
  path: string,
  key: string,
): { bucket: string; limits: readonly Limit[] }[] {
  const perSecond = (most: number): Limit => ({ most, seconds: 1 });
  const perMinute = (most: number): Limit => ({ most, seconds: 60 });
  if (path === '/generate/async') {
    return [
      { bucket: `ip ${method} ${path}`, limits: [perSecond(2), perMinute(90)] },
      { bucket: `key ${key} ${path}`, limits: [perSecond(/^0{10}$/.test(key) ? 60 : 2)] },
    ];
  }
  const bucket = `ip ${method} ${path}`;
  if (path.startsWith('/generate/status/')) return [{ bucket, limits: [perMinute(10)] }];
  if (path.startsWith('/generate/check/')) return [{ bucket, limits: [perSecond(10)] }];
  if (path.startsWith('/interrogate/status/')) return [{ bucket, limits: [perSecond(10)] }];
  if (path === '/status/modes') return [{ bucket: `ip ${path}`, limits: [perMinute(30)] }];
  return [{ bucket: `ip ${path}`, limits: [perMinute(90)] }];
}

/** Fixed windows that begin with their first call, as flask-limiter's. */
export function createLimiter(secondMs: number) {
  const windows = new Map<string, { count: number; endsMs: number }>();
  const refused: string[] = [];

  return {
    /** Calls that were refused, as `POST /generate/async`. */
    refused,
    /** Counts a call and writes the headers; answers 429 and returns false when it is one too many. */
    admit(request: IncomingMessage, response: ServerResponse, path: string): boolean {
      const method = request.method ?? 'GET';
      const key = String(request.headers['apikey'] ?? '');
      let breached: Limit | null = null;
      for (const { bucket, limits } of limitsOf(method, path, key)) {
        for (const limit of limits) {
          const name = `${bucket} ${limit.seconds}`;
          const now = performance.now();
          let window = windows.get(name);
          if (!window || now >= window.endsMs) {
            window = { count: 0, endsMs: now + limit.seconds * secondMs };
            windows.set(name, window);
          }
          window.count += 1;
          const left = limit.most - window.count;
          if (left < 0) breached ??= limit;
          const seconds = Math.max(1, Math.ceil((window.endsMs - now) / secondMs));
          if (breached === null || breached === limit) {
            response.setHeader('X-RateLimit-Limit', limit.most);
            response.setHeader('X-RateLimit-Remaining', Math.max(0, left));
            response.setHeader('X-RateLimit-Reset', Math.ceil(Date.now() / 1_000) + seconds);
            response.setHeader('Retry-After', seconds);
          }
        }
      }
      if (breached === null) return true;
      refused.push(`${method} ${path}`);
      response.writeHead(429, { 'Content-Type': 'application/json; charset=utf-8' });
      response.end(
        JSON.stringify({ message: `${breached.most} per ${words[breached.seconds] ?? 'window'}` }),
      );
      return false;
    },
  };
}
