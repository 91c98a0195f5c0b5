import { PartMissingError } from '../src/domain/part-missing.ts';

/**
 * Why a worker is no more. A script that could not be loaded has no message; one that failed has.
 * @returns PartMissingError where it was not fetched yet and can't be now
 */
export const workerFailure = ({ message }: ErrorEvent): Error =>
  message ? new Error(message) : new PartMissingError();
