/**
 * Whether a picture stands on the screen already, as the platform sent it with the page: then the browser has it under
 * its address, or is about to.
 */
export function isPictureSent(address: string): boolean {
  const picture = document.querySelector<HTMLImageElement>('#shell [data-written] img');
  if (picture?.getAttribute('src') !== address) return false;
  // One that did not come has no size.
  return !picture.complete || picture.naturalWidth > 0;
}
