/** The model of the built-in painter, who is there before any engine is. */
export const painterModel = 'kiln-painter';
