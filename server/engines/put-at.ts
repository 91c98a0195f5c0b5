/** Puts a value where a path such as `camera.lens` leads, making the objects on the way. */
export function putAt(input: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? path;
  let place = input;
  for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
  place[last] = value;
}
