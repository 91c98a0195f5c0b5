import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconDice5, IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { listEnglishPrompts, listPrompts } from '../../../api/contract/models.ts';
import { call } from '../../../api/client.ts';
import { starPrompt } from '../../../db/works/prompts.ts';
import { promptLanguage, asLanguage } from '../../../domain/languages.ts';
import { promptPageSize } from '../../../domain/limits.ts';
import { matchesSearch } from '../../../domain/search-words.ts';
import { useOwnPrompts, useStarredPrompts } from '../../../live/useOwnPrompts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import { formatDay } from '../../../words/days.ts';
import { toolWords } from '../../../words/tools.ts';
import { ideaLists, pickIdea, paintsPlatformPrompts } from './ideas.ts';
import classes from './PromptHistory.module.css';
import type { PromptToolProps } from './prompt-tool.ts';
import { usePlatformPrompts, type PlatformPrompts } from './usePlatformPrompts.ts';

type Shelf = 'own' | 'starred' | 'ideas';

/** What a person wrote before, what they keep at hand, and ideas that fit the tool; one press uses it. */
export function PromptHistory({ bench, onUse, onClose }: PromptToolProps) {
  const { t } = useLingui();
  const [shelf, setShelf] = useState<Shelf>('own');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const isOnline = useOnline();
  // Here, so that a look at another shelf does not fetch it anew.
  const remote = usePlatformPrompts(isOnline);
  const take = (text: string) => onUse(text, t`Other words are in place of yours.`);
  const starred = useStarredPrompts(bench.owner);
  const shared: ListProps = { bench, search, starred, onTake: take };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={<Trans comment="Heading: prompts of earlier requests, and ideas">Prompts</Trans>}
      width={640}
      fullOnPhone
    >
      <div className={classes.top}>
        <Segmented
          label={t({ message: 'Show', comment: 'Which prompts a list shows' })}
          hideLabel
          full
          options={[
            { value: 'own', label: t({ message: 'Yours', comment: 'Prompts the person wrote' }) },
            {
              value: 'starred',
              label: t({ message: 'With a star', comment: 'Prompts the person keeps at hand' }),
            },
            { value: 'ideas', label: t({ message: 'Ideas', comment: 'Prompts to try' }) },
          ]}
          value={shelf}
          onChange={setShelf}
        />
        <TextInput
          type="search"
          value={typed}
          aria-label={t`Search the prompts`}
          placeholder={t({ message: 'Search', comment: 'Placeholder of a search field' })}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {shelf === 'own' && <OwnPrompts {...shared} remote={remote} isOnline={isOnline} />}
      {shelf === 'starred' && <StarredPrompts {...shared} />}
      {shelf === 'ideas' && <Ideas {...shared} />}
    </Dialog>
  );
}

interface ListProps {
  bench: PromptToolProps['bench'];
  search: string;
  starred: readonly string[] | undefined;
  onTake: (text: string) => void;
}

function OwnPrompts({
  remote,
  isOnline,
  ...list
}: ListProps & { remote: PlatformPrompts; isOnline: boolean }) {
  const { bench, search } = list;
  const { i18n } = useLingui();
  const [limit, setLimit] = useState(promptPageSize);
  const here = useOwnPrompts(bench.owner, search, limit);
  if (!here) return <ListSkeleton />;
  const known = new Set(here.map(({ text }) => text));
  const isAllHere = here.length < limit;
  // Older ones of this device come first: the platform's may be among them.
  const elsewhere = isAllHere
    ? remote.prompts.filter(
        ({ text }) => text !== '' && !known.has(text) && matchesSearch(text, search),
      )
    : [];
  const isEmpty = here.length + elsewhere.length === 0;
  if (isEmpty && remote.state !== 'loading' && remote.state !== 'rest') {
    return search === '' ? (
      <EmptyState title={<Trans>Nothing written yet</Trans>} headingLevel={3}>
        <Trans>What you make something of stands here afterwards, ready to be used again.</Trans>
      </EmptyState>
    ) : (
      <NothingFound />
    );
  }
  const note = (jobType: keyof typeof toolWords, atMs: number) =>
    `${i18n._(toolWords[jobType].label)} · ${formatDay(atMs, i18n.locale)}`;
  return (
    <>
      <ul className={classes.list}>
        {here.map(({ text, jobType, atMs }) => (
          <Row key={text} text={text} note={note(jobType, atMs)} {...list} />
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <>
          <h3 className={classes.heading}>
            <Trans comment="Heading over prompts that were sent from other devices">
              From your other devices
            </Trans>
          </h3>
          <ul className={classes.list}>
            {elsewhere.map(({ text, jobType, atMs }) => (
              <Row key={text} text={text} note={note(jobType, atMs)} {...list} />
            ))}
          </ul>
        </>
      )}
      <ListEnd
        isAllHere={isAllHere}
        remote={remote}
        isOnline={isOnline}
        onMore={() => (isAllHere ? remote.more() : setLimit((before) => before + promptPageSize))}
      />
    </>
  );
}

/** What comes after the last row: more, a wait, or why there is no more. */
function ListEnd({
  isAllHere,
  remote,
  isOnline,
  onMore,
}: {
  isAllHere: boolean;
  remote: PlatformPrompts;
  isOnline: boolean;
  onMore: () => void;
}) {
  if (!isAllHere || remote.state === 'rest') {
    return (
      <Button fullWidth variant="default" onClick={onMore}>
        <Trans comment="Button: the next part of a list">Show more</Trans>
      </Button>
    );
  }
  if (remote.state === 'loading') return <ListSkeleton />;
  if (remote.state === 'failed') {
    return (
      <div className={classes.end}>
        <span>
          <Trans>What you sent from other devices couldn't be fetched.</Trans>
        </span>
        <Button size="sm" variant="default" onClick={onMore}>
          <Trans comment="Button: do again what has failed">Try again</Trans>
        </Button>
      </div>
    );
  }
  if (!isOnline) {
    return (
      <p className={classes.hint}>
        <Trans>What you sent from other devices shows when there is a network.</Trans>
      </p>
    );
  }
  return null;
}

function StarredPrompts(list: ListProps) {
  const { search, starred } = list;
  if (!starred) return <ListSkeleton />;
  if (starred.length === 0) {
    return (
      <EmptyState title={<Trans>No stars yet</Trans>} headingLevel={3}>
        <Trans>Press the star beside a prompt, and it stays at hand here, on this device.</Trans>
      </EmptyState>
    );
  }
  const found = starred.filter((text) => matchesSearch(text, search));
  if (found.length === 0) return <NothingFound />;
  return (
    <ul className={classes.list}>
      {found.map((text) => (
        <Row key={text} text={text} {...list} />
      ))}
    </ul>
  );
}

const picksAtOnce = 6;

function Ideas(list: ListProps) {
  const { bench, search } = list;
  const { t, i18n } = useLingui();
  const joiner = t({ message: ', ', comment: 'Between two parts of a prompt' });
  const pickAnew = () => {
    const lists = ideaLists(bench.type).map((entry) => i18n._(entry));
    const found = Array.from({ length: picksAtOnce }, () => pickIdea(lists, Math.random, joiner));
    return [...new Set(found)];
  };
  const [picks, setPicks] = useState(pickAnew);
  const served = usePlatformIdeas(paintsPlatformPrompts(bench.type));
  const found = served.filter((text) => matchesSearch(text, search));
  return (
    <>
      {search === '' && (
        <>
          <ul className={classes.list}>
            {picks.map((text) => (
              <Row key={text} text={text} {...list} />
            ))}
          </ul>
          <Button
            variant="default"
            size="sm"
            className={classes.other}
            leftSection={<IconDice5 size={18} stroke={1.75} aria-hidden />}
            onClick={() => setPicks(pickAnew())}
          >
            <Trans comment="Button: pick other ideas">Other ideas</Trans>
          </Button>
        </>
      )}
      {found.length > 0 && (
        <>
          <h3 className={classes.heading}>
            <Trans comment="Heading over sample prompts">Good to begin with</Trans>
          </h3>
          <ul className={classes.list}>
            {found.map((text) => (
              <Row key={text} text={text} {...list} />
            ))}
          </ul>
        </>
      )}
      {search !== '' && found.length === 0 && <NothingFound />}
    </>
  );
}

/** Prompts that the platform's engines are good at, in the reader's language; kept by the service worker. */
function usePlatformIdeas(isAsked: boolean): readonly string[] {
  const { i18n } = useLingui();
  const [prompts, setPrompts] = useState<readonly string[]>([]);
  const language = promptLanguage(asLanguage(i18n.locale));
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    call(language === 'cn' ? listPrompts : listEnglishPrompts, { signal: leaving.signal }).then(
      setPrompts,
      // The ideas that came with the app are there.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isAsked, language]);
  return prompts;
}

function Row({
  text,
  note,
  bench,
  starred,
  onTake,
}: ListProps & { text: string; note?: ReactNode }) {
  const { t } = useLingui();
  const isStarred = starred?.includes(text) ?? false;
  return (
    <li className={classes.row}>
      <button type="button" className={classes.use} onClick={() => onTake(text)}>
        <span className={classes.text}>{text}</span>
        {note && <span className={classes.note}>{note}</span>}
      </button>
      <IconButton
        label={
          isStarred
            ? t({ message: 'Take the star away', comment: 'Button beside a prompt' })
            : t({ message: 'Keep with a star', comment: 'Button beside a prompt' })
        }
        aria-pressed={isStarred}
        icon={
          isStarred ? (
            <IconStarFilled size={20} aria-hidden />
          ) : (
            <IconStar size={20} stroke={1.75} aria-hidden />
          )
        }
        onClick={() => {
          starPrompt(bench.owner, text, !isStarred).catch(() =>
            showToast({ tone: 'warn', message: t`This device has no room left for it.` }),
          );
        }}
      />
    </li>
  );
}

function NothingFound() {
  return (
    <EmptyState kind="filtered" title={<Trans>Nothing found</Trans>} headingLevel={3}>
      <Trans>Try fewer or other words.</Trans>
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div className={classes.list} aria-hidden>
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
    </div>
  );
}
