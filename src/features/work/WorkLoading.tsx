import { useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import classes from './WorkPage.module.css';

/** The page of a work before it is known. */
export function WorkLoading({ Hold }: { Hold: ComponentType }) {
  const { t } = useLingui();
  return (
    <>
      <Hold />
      <div className={classes.bone} role="status" aria-label={t`Loading`} />
    </>
  );
}
