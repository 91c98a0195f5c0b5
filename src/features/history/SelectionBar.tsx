import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDots, IconX } from '@tabler/icons-react';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatNumber } from '../../words/intl.ts';
import classes from './SelectionBar.module.css';

/** What can be done with several works at once. */
export interface SelectionAction extends Omit<MenuAction, 'label'> {
  label: string;
  /** Whether it has a button of its own, or stands in the menu behind the dots. */
  place: 'bar' | 'menu';
  /** Makes sense while nothing is selected, too. */
  always?: boolean;
}

/** Stays in the thumb's reach while one selects; `actions` say what it offers. */
export function SelectionBar({
  count,
  done,
  actions,
  onSelectAll,
  onDone,
}: {
  count: number;
  /** Works that are through with what is being done; null when nothing is. */
  done: number | null;
  actions: readonly SelectionAction[];
  onSelectAll: () => void;
  onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  const isOff = ({ disabled, always }: SelectionAction) =>
    disabled || done !== null || (count === 0 && !always);
  return (
    <div className={classes.bar} role="toolbar" aria-label={t`Selected works`}>
      <IconButton
        label={t({ message: 'Stop selecting', comment: 'Button' })}
        icon={<IconX size={20} stroke={1.75} aria-hidden />}
        onClick={onDone}
      />
      <span className={classes.count} role="status">
        {done === null ? (
          <Plural value={count} one="# selected" other="# selected" />
        ) : (
          <Trans comment="Progress of a download">
            {formatNumber(done, i18n.locale)} of {formatNumber(count, i18n.locale)}
          </Trans>
        )}
      </span>
      <Button variant="subtle" size="sm" className={classes.all} onClick={onSelectAll}>
        <Trans comment="Button: selects every work that is listed">All</Trans>
      </Button>
      {actions
        .filter(({ place }) => place === 'bar')
        .map((action) => (
          <IconButton
            key={action.key}
            label={action.label}
            icon={action.icon}
            color={action.tone === 'danger' ? 'danger' : undefined}
            disabled={isOff(action)}
            onClick={action.onSelect}
          />
        ))}
      {actions.some(({ place }) => place === 'menu') && (
        <ActionMenu
          label={t({ message: 'What to do with what is selected', comment: 'Name of a menu' })}
          actions={() =>
            actions
              .filter(({ place }) => place === 'menu')
              .map((action) => ({ ...action, disabled: isOff(action) }))
          }
        >
          {(trigger) => (
            <IconButton
              {...trigger}
              label={t({
                message: 'More actions for what is selected',
                comment: 'Button that opens a menu',
              })}
              icon={<IconDots size={20} stroke={1.75} aria-hidden />}
            />
          )}
        </ActionMenu>
      )}
    </div>
  );
}
