import { Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { IconLayoutGrid } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import {
  entriesOf,
  groupOf,
  toolGroups,
  type ToolEntry,
  type ToolWay,
} from '../../../domain/tool-entries.ts';
import { useRecentTools } from '../../../live/useRecentTools.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useShortcuts } from '../shortcuts/useShortcuts.ts';
import { ToolLink } from './ToolLink.tsx';
import classes from './ToolRail.module.css';

const ToolFinder = lazy(() =>
  import('./ToolFinder.tsx').then((module) => ({ default: module.ToolFinder })),
);

/** So many are seen at once at any size; more need an order and a search. */
const mostAtOnce = 8;
/** In the strip of a phone, which leads to all of them. */
const mostInStrip = 6;

/** The tools that something here can run: a rail beside the result, a strip above it on phones. */
export function ToolRail({
  entries,
  current,
}: {
  entries: readonly ToolEntry[];
  current: ToolEntry | null;
}) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const recent = useRecentTools();
  const isFew = entries.length <= mostAtOnce;
  const rail = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const go = (by: 1 | -1) => {
    // In the order in which the rail shows them.
    const order = isFew
      ? entries
      : toolGroups.flatMap((group) => entries.filter((entry) => groupOf(entry) === group));
    const at = current ? order.indexOf(current) : Math.min(0, -by);
    const next = order[(at + by + order.length) % order.length];
    if (!next || next === current) return;
    void navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: next.type, model: next.model ?? undefined },
    });
  };
  useShortcuts({
    'next-tool': () => go(1),
    'previous-tool': () => go(-1),
    ...((isFew || wide) && {
      tools: () => rail.current?.querySelector<HTMLElement>('input, a')?.focus(),
    }),
  });
  return (
    <nav
      ref={rail}
      className={classes.rail}
      aria-label={t({ message: 'Tools', comment: 'Heading: text to image, upscaling and so on' })}
    >
      {isFew && <Links entries={entries} current={current} />}
      {!isFew && wide && (
        <Suspense fallback={null}>
          <ToolFinder entries={entries} current={current} />
        </Suspense>
      )}
      {!isFew && !wide && recent && <Strip entries={entries} current={current} recent={recent} />}
    </nav>
  );
}

function Links({ entries, current }: { entries: readonly ToolEntry[]; current: ToolEntry | null }) {
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <li key={`${entry.type} ${entry.mode}`} className={classes.item}>
          <ToolLink entry={entry} active={entry === current} />
        </li>
      ))}
    </ul>
  );
}

/** What the strip holds: the tool that the page opened with, the ones used last, then the first there are. */
function inStrip(
  entries: readonly ToolEntry[],
  at: ToolEntry | null,
  recent: readonly ToolWay[],
): ToolEntry[] {
  const used = entriesOf(entries, at ? [at, ...recent] : recent);
  return [...new Set([...used, ...entries])].slice(0, mostInStrip);
}

function Strip({
  entries,
  current,
  recent,
}: {
  entries: readonly ToolEntry[];
  current: ToolEntry | null;
  recent: readonly ToolWay[];
}) {
  const [open, setOpen] = useState(false);
  useShortcuts({ tools: () => setOpen(true) });
  // As it was when the page opened: tools must not change places under the thumb.
  const [opened] = useState({ at: current, recent });
  const kept = inStrip(entries, opened.at, opened.recent);
  const shown = current && !kept.includes(current) ? [current, ...kept.slice(0, -1)] : kept;
  return (
    <>
      <div className={classes.strip}>
        <UnstyledButton
          className={classes.all}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconLayoutGrid size={20} stroke={1.75} aria-hidden />
          <Trans comment="Button that opens the list of tools">All tools</Trans>
        </UnstyledButton>
        <Links entries={shown} current={current} />
      </div>
      <Sheet
        opened={open}
        onClose={() => setOpen(false)}
        title={<Trans comment="Heading: text to image, upscaling and so on">Tools</Trans>}
      >
        <Suspense fallback={null}>
          <ToolFinder entries={entries} current={current} spread onFollow={() => setOpen(false)} />
        </Suspense>
      </Sheet>
    </>
  );
}
