import { errorNames } from '../database.ts';

/** Whether a write was refused for the file in it: private windows of Safari keep everything else. */
export const isFileRefused = (error: unknown): boolean =>
  errorNames(error).includes('UnknownError');
