/** The model of the built-in painter, who is there before any engine is. */
export const painterModel = 'kiln-painter';

/**
 * Built-in models that have the painter paint what their prompt says. Others take colours and moods from it alone, or
 * put a thing onto papers and tables that the painter has not.
 */
export const paintedByRules: ReadonlySet<string> = new Set([
  painterModel,
  'kiln-film',
  'kiln-poster-lite',
  'kiln-poster-pro',
  'kiln-app-postcard',
  'kiln-inpainting',
]);
