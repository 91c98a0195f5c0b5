import type { WorkRow } from '../db/schema.ts';
import { isErrorCode } from '../domain/errors.ts';
import { outputErrorMaxCharacters } from '../domain/limits.ts';

/**
 * What a work's row keeps of an output that came with an error. The code has words for people; what its maker wrote
 * stands beside it as it came.
 */
export function troubleOf(output: {
  err?: string | boolean | null | undefined;
  errmsg?: string | null | undefined;
}): Pick<WorkRow, 'err' | 'errmsg'> {
  const { err } = output;
  const errmsg = output.errmsg?.trim() ?? '';
  if (!err && errmsg === '') return {};
  const code = [err, errmsg].find((said) => isErrorCode(said));
  return {
    err: code ?? 'engine-failed',
    ...(errmsg !== '' && { errmsg: errmsg.slice(0, outputErrorMaxCharacters) }),
  };
}
