import { Plural, useLingui } from '@lingui/react/macro';
import type { GroupProgress } from '../group-state.ts';

/** How far a comparison is, in a few words. */
export function GroupWords({ progress }: { progress: GroupProgress }) {
  const { t } = useLingui();
  const { done, total, trouble } = progress;
  return (
    <>
      {t({
        message: `${done} of ${total} done`,
        comment: 'How many pictures of a comparison are done',
      })}
      {trouble > 0 && (
        <>
          {' · '}
          <Plural value={trouble} one="# needs you" other="# need you" />
        </>
      )}
    </>
  );
}
