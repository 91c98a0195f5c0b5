/** Ten zeros: the AI Horde's key of all who have none. */
export const anonymousKey = '0000000000';

/**
 * Whether what is asked of a model leaves for the computers of volunteers, of whom nobody knows who they are.
 * @param model its id, whichever place it is asked at
 */
export function isByVolunteers(model: string): boolean {
  return /^horde(-[a-z]+)?\//.test(model);
}
