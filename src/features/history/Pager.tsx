import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatNumber } from '../../words/intl.ts';
import classes from './Pager.module.css';

/** Previous, the number of the page, which can be written, and next. */
export function Pager({
  page,
  pages,
  onPage,
}: {
  /** From 1 on. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  const { t, i18n } = useLingui();
  /** What is being written; null while nobody writes. */
  const [written, setWritten] = useState<string | null>(null);

  function go() {
    const wanted = Math.trunc(Number(written));
    setWritten(null);
    if (written === null || written.trim() === '' || !Number.isFinite(wanted)) return;
    const next = Math.min(pages, Math.max(1, wanted));
    if (next !== page) onPage(next);
  }

  return (
    <nav className={classes.pager} aria-label={t({ message: 'Pages', comment: 'Of a long list' })}>
      <IconButton
        label={t({ message: 'Previous page', comment: 'Button' })}
        icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <form
        className={classes.where}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextInput
          className={classes.number}
          aria-label={t({ message: 'Page', comment: 'Field: the number of a page' })}
          inputMode="numeric"
          enterKeyHint="go"
          value={written ?? String(page)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget: { value } }) =>
            setWritten(value.replace(/\D/g, '').slice(0, 7))
          }
          onBlur={go}
        />
        <span>
          <Trans comment="After the number of a page: 3 of 12">
            of {formatNumber(pages, i18n.locale)}
          </Trans>
        </span>
      </form>
      <IconButton
        label={t({ message: 'Next page', comment: 'Button' })}
        icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
