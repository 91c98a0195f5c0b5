import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { UserKey } from '../../domain/ids.ts';
import { useRefusedDeletions } from '../../live/useRefusedDeletions.ts';
import { useRequestActions } from '../../requests/actions/useRequestActions.ts';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/errors.ts';

/** Works that were not deleted (spec 1, section 8: DeleteError), said where they are seen again. */
export function RefusedDeletions({ owner }: { owner: UserKey }) {
  const { t, i18n } = useLingui();
  const actions = useRequestActions();
  const refused = useRefusedDeletions(owner) ?? [];
  const last = refused.at(-1);
  if (!last) return null;
  const count = new Set(refused.flatMap(({ payload }) => payload.workIds)).size;
  const why = i18n._(errorWords[last.error?.code ?? 'unknown'].title);
  return (
    <Notice
      tone="warn"
      announce
      title={t`${plural(count, { one: '# work could not be deleted', other: '# works could not be deleted' })}`}
      actions={
        <Button size="sm" variant="default" onClick={() => void actions.remove(refused)}>
          <Trans comment="Button that closes a part of the page">Close</Trans>
        </Button>
      }
    >
      <Trans comment="Of works that were not deleted; the value is a reason: It isn't there any more">
        {why}. What you see here is all still there.
      </Trans>
    </Notice>
  );
}
