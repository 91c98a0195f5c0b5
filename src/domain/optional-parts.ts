const isSet = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

/**
 * Whether anything within an optional part of an input is set; then it needs what it requires (`x-part`).
 * @param path of the part, as in `camera.lens` or, of a list's second entry, `lights.1`
 */
export function isBegun(path: string, values: Readonly<Record<string, unknown>>): boolean {
  const within = `${path}.`;
  return Object.entries(values).some(([name, value]) => name.startsWith(within) && isSet(value));
}

/** Whether a form offers a part: of a list the next one is offered once the one before it is begun. */
export function isOffered(path: string, values: Readonly<Record<string, unknown>>): boolean {
  const names = path.split('.');
  return names.every((name, at) => {
    if (!/^[1-9]\d*$/.test(name)) return true;
    const list = names.slice(0, at).join('.');
    return [Number(name) - 1, Number(name)].some((entry) => isBegun(`${list}.${entry}`, values));
  });
}
