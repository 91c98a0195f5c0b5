/** Pictures that a style is learnt from. */
export const trainedMin = 3;
export const trainedMax = 60;
/** `lorabase` of the tools that take what was learnt here (spec 1, section 4). */
export const trainedFor = 'kiln-painter';
