/**
 * An address of a file as answers name it: `/files/<id>.<extension>?until=<seconds>&signature=<text>`. It opens the
 * file for whoever has it until then, because pictures in a page can't send headers; whoever sends the headers of
 * their session needs neither parameter. Of pictures, `width`, `format` and `watermark` ask for another form.
 */
export const filePath = '/files/{name}';

export const fileParameters = {
  /** When the address ends to be good, in seconds since the epoch. */
  until: 'until',
  signature: 'signature',
  /** In pixels, one of `renditionWidths`; a picture is never made larger. */
  width: 'width',
  /** `webp`, which is the only other form that pictures are given in. */
  format: 'format',
  /** `1`: with the mark that the deployment sets, where it sets one. */
  watermark: 'watermark',
} as const;

/** The same file small, without a query; with one, what the query says. */
export const thumbnailPath = '/files/thumbnails/{name}';

/**
 * An address without the part that expires: what a device and the platform know a file by. The device's own session
 * opens it at any time. What is no address of a file of the platform stays as it is.
 */
export function lastingAddress(address: string): string {
  const [path = '', query] = address.split('?');
  if (query === undefined || !path.startsWith('/files/')) return address;
  const rest = new URLSearchParams(query);
  rest.delete(fileParameters.until);
  rest.delete(fileParameters.signature);
  return rest.size > 0 ? `${path}?${rest.toString()}` : path;
}
