import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import classes from './PlaygroundPage.module.css';
import { useShellHold } from './shell/useShellHold.ts';

/** The page's shape before there is a form, behind the shell. */
export function FormLoading() {
  const { t } = useLingui();
  useShellHold(true);
  return (
    <>
      <div className={classes.loading} role="status" aria-label={t`Getting the tools ready`}>
        <Skeleton height="11rem" radius="lg" />
        <Skeleton height="min(46dvh, 24rem)" radius="lg" />
      </div>
      <div className={classes.loadingPanel} aria-hidden>
        <Skeleton height="24rem" radius="lg" />
      </div>
    </>
  );
}
