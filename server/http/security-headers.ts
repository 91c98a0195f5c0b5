/**
 * No inline script, nothing from elsewhere.
 * @param connectsTo more sources that the app may ask, beside its own platform
 * @param options.webAssembly of a worker that brings some, and of nothing else
 */
export const appPolicy = (
  connectsTo: readonly string[] = [],
  { webAssembly = false }: { webAssembly?: boolean } = {},
): string =>
  [
    "default-src 'self'",
    `script-src 'self'${webAssembly ? " 'wasm-unsafe-eval'" : ''}`,
    // Mantine writes its colours and sizes into style elements and attributes; styles run no code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob: data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connectsTo].join(' '),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const ownAppPolicy = appPolicy();

const common = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Together they give workers threads. Nothing of the app comes from elsewhere without leave to be read.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
};

/** For everything that isn't a page: nothing may be done with it. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers of an answer that set none of its own. */
export function applySecurityHeaders(headers: Headers, kind: 'app' | 'data'): void {
  for (const [name, value] of Object.entries(common)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', kind === 'app' ? ownAppPolicy : dataPolicy);
  }
}
