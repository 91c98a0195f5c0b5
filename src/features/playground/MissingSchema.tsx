import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useShellHold } from './shell/useShellHold.ts';
import classes from './Workbench.module.css';

/**
 * The form's shape while its schema is read or fetched, behind the shell, which must not go before the form can take
 * its prompt over; else what to do for it to come.
 */
export function MissingSchema({ isComing }: { isComing: boolean }) {
  const { t } = useLingui();
  useShellHold(isComing);
  if (!isComing) {
    return (
      <EmptyState kind="offline" title={<Trans>This form isn't on the device yet</Trans>}>
        <Trans>Open it once with a network; after that it works without one.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className={classes.loading} role="status" aria-label={t`The form is on its way`}>
      <Skeleton height="1.25rem" width="60%" />
      <Skeleton height="1.25rem" width="40%" />
      <Skeleton height="3.25rem" mt="3rem" />
    </div>
  );
}
