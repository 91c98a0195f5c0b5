import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload, IconHeart, IconPhotoEdit, IconTrash, IconX } from '@tabler/icons-react';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatNumber } from '../../words/intl.ts';
import classes from './SelectionBar.module.css';

/** What can be done with several works at once; stays in the thumb's reach while one selects. */
export function SelectionBar({
  count,
  downloaded,
  tools,
  onSelectAll,
  onFavourite,
  onDownload,
  onDelete,
  onDone,
}: {
  count: number;
  /** Files handed over so far; null when nothing is being downloaded. */
  downloaded: number | null;
  /** Tools that take all of them together. */
  tools: readonly MenuAction[];
  onSelectAll: () => void;
  onFavourite: () => void;
  onDownload: () => void;
  onDelete: () => void;
  onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <div className={classes.bar} role="toolbar" aria-label={t`Selected works`}>
      <IconButton
        label={t({ message: 'Stop selecting', comment: 'Button' })}
        icon={<IconX size={20} stroke={1.75} aria-hidden />}
        onClick={onDone}
      />
      <span className={classes.count} role="status">
        {downloaded === null ? (
          <Plural value={count} one="# selected" other="# selected" />
        ) : (
          <Trans comment="Progress of a download">
            {formatNumber(downloaded, i18n.locale)} of {formatNumber(count, i18n.locale)}
          </Trans>
        )}
      </span>
      <Button variant="subtle" size="sm" onClick={onSelectAll}>
        <Trans comment="Button: selects every work that is listed">All</Trans>
      </Button>
      {tools.length > 0 && (
        <ActionMenu label={t`Use in…`} header={<Trans>Use in…</Trans>} actions={tools}>
          {(trigger) => (
            <IconButton
              {...trigger}
              label={t({
                message: 'Use what is selected in…',
                comment: 'Button that opens a list of tools',
              })}
              icon={<IconPhotoEdit size={20} stroke={1.75} aria-hidden />}
              disabled={downloaded !== null}
            />
          )}
        </ActionMenu>
      )}
      <IconButton
        label={t({
          message: 'Favourite or not: what is selected',
          comment: 'Button: gives the selected works a heart, or takes it away when all have one',
        })}
        icon={<IconHeart size={20} stroke={1.75} aria-hidden />}
        disabled={count === 0 || downloaded !== null}
        onClick={onFavourite}
      />
      <IconButton
        label={t({ message: 'Download what is selected', comment: 'Button' })}
        icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
        disabled={count === 0 || downloaded !== null}
        onClick={onDownload}
      />
      <IconButton
        label={t({ message: 'Delete what is selected', comment: 'Button' })}
        icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
        color="danger"
        disabled={count === 0 || downloaded !== null}
        onClick={onDelete}
      />
    </div>
  );
}
