/**
 * Address of a file of this platform; the first group is its id. Whose file it is decides who may name it, so that an
 * address that has expired still does.
 */
export const ownFile =
  /^(?:https?:\/\/[^/]+)?\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z0-9]{2,5}(?:\?[\w=&.-]*)?$/;
