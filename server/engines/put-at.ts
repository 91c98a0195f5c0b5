const isPlace = (name: string | undefined): boolean => name !== undefined && /^\d+$/.test(name);

/**
 * Puts a value where a path such as `camera.lens` or `lights.1.colour` leads, making objects and lists on the way. A
 * list has gaps where an entry between others was left out.
 */
export function putAt(input: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? path;
  let place = input;
  for (const [at, name] of names.entries()) {
    const empty = isPlace(names[at + 1] ?? last) ? [] : {};
    place = (place[name] ??= empty) as Record<string, unknown>;
  }
  place[last] = value;
}

/** The same with the entries of every list one behind the other. */
export function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return Object.values(value).map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutGaps(part)]));
}
