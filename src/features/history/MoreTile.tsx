import { Plural } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { useAppActions } from '../../ui/useAppActions.ts';
import classes from './RequestTile.module.css';

/** Stands for the requests that have no tile of their own; leads to the queue. */
export function MoreTile({ count }: { count: number }) {
  const { openQueue } = useAppActions();
  return (
    <UnstyledButton className={classes.tile} onClick={openQueue}>
      <span className={classes.more}>
        <Plural value={count} one="# more in the queue" other="# more in the queue" />
      </span>
    </UnstyledButton>
  );
}
