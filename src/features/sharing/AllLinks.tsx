import { Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { IconCopy, IconUnlink } from '@tabler/icons-react';
import type { WorkId } from '../../domain/ids.ts';
import { useLinks } from '../../live/useLinks.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatDay } from '../../words/days.ts';
import { useLinkSharing } from './useLinkSharing.ts';
import classes from './Sharing.module.css';

/** Every link that is out there, each to be copied or taken back. */
export function AllLinks({ onOpen }: { onOpen: (id: WorkId) => void }) {
  const { t, i18n } = useLingui();
  const found = useLinks();
  const { copy, takeBack } = useLinkSharing();
  if (!found) return <div className={classes.bone} aria-hidden />;
  const { owner, links } = found;
  if (links.length === 0) {
    return (
      <p className={classes.words}>
        <Trans>You have given no links. A work's menu makes one.</Trans>
      </p>
    );
  }
  return (
    <ul className={classes.list}>
      {links.map((link) => {
        const title = link.title || t({ message: 'Untitled', comment: 'A shared work' });
        return (
          <li key={link.token}>
            <UnstyledButton className={classes.row} onClick={() => onOpen(link.workId as WorkId)}>
              <span className={classes.title}>{title}</span>
              <span className={classes.day}>{formatDay(link.createdAtMs, i18n.locale)}</span>
            </UnstyledButton>
            <IconButton
              label={t`Copy the link to ${title}`}
              icon={<IconCopy size={20} stroke={1.75} aria-hidden />}
              onClick={() => void copy(link)}
            />
            <IconButton
              label={t`Take the link to ${title} back`}
              icon={<IconUnlink size={20} stroke={1.75} aria-hidden />}
              onClick={() => void takeBack(owner, link)}
            />
          </li>
        );
      })}
    </ul>
  );
}
