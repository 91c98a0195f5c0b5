/** Pictures that a style is learnt from. */
export const trainedMin = 3;
export const trainedMax = 60;
/** Spec 2, section 8: pictures are larger than this, squared. */
export const trainedSide = 512;
/** Spec 2, section 3: what is told as the base where a request names none. */
export const trainedBase = 'sdxl';

/** What is wrong with a file of a training zip. */
export const oddities = ['in-folder', 'too-small', 'other-type', 'damaged'] as const;
export type Oddity = (typeof oddities)[number];

/** A training zip as the device sees it before a byte is sent. */
export interface ExaminedZip {
  /** Pictures that are as they should be. */
  good: number;
  /** Those that are not, by name; at most `oddMax`. */
  odd: { name: string; oddity: Oddity }[];
  /** How many there are in all. */
  oddInAll: number;
}
export const oddMax = 50;

export const trainStates = ['processing', 'succeeded', 'failed'] as const;
export type TrainState = (typeof trainStates)[number];
