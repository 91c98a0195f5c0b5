export { trainedMax, trainedMin } from '../../../src/domain/training.ts';
/** `lorabase` of the tools that take what was learnt here (spec 1, section 4). */
export const trainedFor = 'kiln-painter';
