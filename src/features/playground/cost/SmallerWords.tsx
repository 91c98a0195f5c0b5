import { Plural } from '@lingui/react/macro';
import type { Workbench } from '../useWorkbench.ts';
import type { SmallerResult } from './savings.ts';

/** Puts a smaller result into the form. */
export function makeSmaller(
  bench: Pick<Workbench, 'setValue' | 'setSize'>,
  result: SmallerResult,
): void {
  if (result.what === 'size') bench.setSize(result.size.width, result.size.height);
  else bench.setValue(result.field, result.scale);
}

/** On a button: a smaller result, and what it costs. */
export function SmallerWords({ result }: { result: SmallerResult }) {
  const { cost } = result;
  if (result.what === 'scale') {
    const { scale } = result;
    return <Plural value={cost} one={`${scale}×: # credit`} other={`${scale}×: # credits`} />;
  }
  const { width, height } = result.size;
  return (
    <Plural
      value={cost}
      one={`${width} × ${height}: # credit`}
      other={`${width} × ${height}: # credits`}
    />
  );
}
