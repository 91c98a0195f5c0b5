import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconBan, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import type { Intent } from '../../domain/intent.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import classes from './QueueSelection.module.css';
import { canCancel, canRemove, canRetry } from '../../requests/actions/permitted.ts';
import type { RequestActions } from '../../requests/actions/useRequestActions.ts';

/** What can be done with several requests at once; stays in the thumb's reach while one selects. */
export function QueueSelection({
  selected,
  actions,
  onSelectAll,
  onDone,
}: {
  selected: readonly Intent[];
  actions: RequestActions;
  onSelectAll: () => void;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const cancellable = selected.filter(canCancel);
  const retryable = selected.filter(canRetry);
  const removable = selected.filter(canRemove);
  const act = (work: () => unknown) => () => {
    onDone();
    void work();
  };
  return (
    <div className={classes.bar} role="toolbar" aria-label={t`Selected requests`}>
      <IconButton
        label={t({ message: 'Stop selecting', comment: 'Button' })}
        icon={<IconX size={20} stroke={1.75} aria-hidden />}
        onClick={onDone}
      />
      <span className={classes.count} role="status">
        <Plural value={selected.length} one="# selected" other="# selected" />
      </span>
      <Button variant="subtle" onClick={onSelectAll}>
        <Trans comment="Button: selects every request that is listed">All</Trans>
      </Button>
      <IconButton
        label={t({ message: 'Cancel what is selected', comment: 'Button' })}
        icon={<IconBan size={20} stroke={1.75} aria-hidden />}
        disabled={cancellable.length === 0}
        onClick={act(() => actions.cancel(cancellable))}
      />
      <IconButton
        label={t({ message: 'Try what is selected again', comment: 'Button' })}
        icon={<IconRefresh size={20} stroke={1.75} aria-hidden />}
        disabled={retryable.length === 0}
        onClick={act(() => actions.retryMany(retryable))}
      />
      <IconButton
        label={t({ message: 'Remove what is selected from the queue', comment: 'Button' })}
        icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
        color="danger"
        disabled={removable.length === 0}
        onClick={act(() => actions.remove(removable))}
      />
    </div>
  );
}
