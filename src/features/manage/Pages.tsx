import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { pageSize } from './manage.ts';
import classes from './ManagePage.module.css';

/** Leads through a list, page by page. */
export function Pages({
  page,
  total,
  onPage,
}: {
  page: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { t } = useLingui();
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1) return null;
  return (
    <nav className={classes.pages} aria-label={t({ message: 'Pages', comment: 'Of a list' })}>
      <IconButton
        label={t({ message: 'Newer', comment: 'Button: the page before' })}
        icon={<IconChevronLeft stroke={1.75} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span>
        <Trans comment="Which page of how many">
          Page {page} of {last}
        </Trans>
      </span>
      <IconButton
        label={t({ message: 'Older', comment: 'Button: the next page' })}
        icon={<IconChevronRight stroke={1.75} aria-hidden />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
