/**
 * Whether a caller has this version already, by its `If-None-Match`. Compared weakly, as the header asks for: a
 * compressed answer carries the tag of the plain one as a weak tag.
 */
export function isKnownVersion(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || strong(one) === strong(etag));
}
