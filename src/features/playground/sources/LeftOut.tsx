import { Plural, Trans } from '@lingui/react/macro';
import { Notice } from '../../../ui/Notice.tsx';

/** Files that were dropped or pasted and for which no field was free. */
export function LeftOut({ count }: { count: number }) {
  return (
    <Notice tone="warn" announce title={<Trans>That was more than fits</Trans>}>
      <Plural
        value={count}
        one="# file was left out. Drop it onto the one that it should replace."
        other="# files were left out. Drop each onto the one that it should replace."
      />
    </Notice>
  );
}
