/** The codings that a caller takes, by its `Accept-Encoding`; what it refuses with `q=0` is absent. */
export function acceptedEncodings(header: string | null | undefined): Set<string> {
  const names = (header ?? '').split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    return parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
      ? []
      : [name.trim()];
  });
  return new Set(names);
}

/** Adds `Accept-Encoding` to what an answer varies by. */
export function varyByEncoding(headers: Headers): void {
  const vary = headers.get('Vary');
  if (
    vary === '*' ||
    vary
      ?.toLowerCase()
      .split(/\s*,\s*/)
      .includes('accept-encoding')
  )
    return;
  headers.append('Vary', 'Accept-Encoding');
}
