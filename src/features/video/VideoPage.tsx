import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconMovie, IconPhotoPlus } from '@tabler/icons-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { getWork } from '../../db/works/works.ts';
import { formatName } from '../../domain/file-kinds.ts';
import {
  filmPicturesMax,
  filmPictureTypes,
  filmSeconds,
  filmSize,
} from '../../domain/film-plan.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { useMakingOwner } from '../../live/useSession.ts';
import { useWorks } from '../../live/useWorks.ts';
import { useAtomValue } from '../../ui/atoms.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { formatDuration, formatNumber } from '../../words/intl.ts';
import { filmMediaTypes, type FilmWay } from '../../../workers/video/contract.ts';
import { moved, type Arrangement, type VideoSearch } from './arrangement.ts';
import { filmRunAtom, forgetEndedFilm, makeFilm } from './film-run.ts';
import type { RunTrouble } from './film-run.ts';
import { MakeBar } from './MakeBar.tsx';
import { PictureTiles } from './PictureTiles.tsx';
import { SignedOut } from './SignedOut.tsx';
import { TroubleNotice } from './TroubleNotice.tsx';
import { useArrangement } from './useArrangement.ts';
import { useFilmWays } from './useFilmWays.ts';
import { useFilmPreview } from './useFilmPreview.ts';
import classes from './VideoPage.module.css';
import { VideoSettings } from './VideoSettings.tsx';
import { VideoStage } from './VideoStage.tsx';

/** The person's works, to choose from; the route provides it. */
export type ChooseWork = ComponentType<{
  opened: boolean;
  onClose: () => void;
  owner: UserKey;
  acceptTypes: readonly string[];
  onPick: (file: File, work: WorkRow) => void;
  onlyFitting?: ReactNode;
  room?: number;
}>;

export interface VideoPageProps {
  search: VideoSearch;
  onSearch: (search: VideoSearch) => void;
  ChooseWork: ChooseWork;
  /** The same as everywhere else. */
  onDownload: (work: WorkRow) => Promise<void>;
}

/** Works become a video. What it is made of and how stands in the address. */
export function VideoPage(props: VideoPageProps) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Make a video', comment: 'Title of a page' }));
  const owner = useMakingOwner();
  return (
    <Page>
      {owner === null ? (
        <SignedOut />
      ) : (
        <>
          <PageHeader
            title={<Trans comment="Title of a page">Make a video</Trans>}
            description={
              <Trans>
                Your pictures, one after the other. It is made on this device and works without a
                network.
              </Trans>
            }
          />
          {owner && <Maker key={owner} {...props} owner={owner} />}
        </>
      )}
    </Page>
  );
}

const noWays: readonly FilmWay[] = [];
const isPicture = ({ mediaType }: WorkRow) => filmPictureTypes.includes(mediaType);

function Maker({
  owner,
  search,
  onSearch,
  ChooseWork,
  onDownload,
}: VideoPageProps & { owner: UserKey }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { wakeQueue } = useAppActions();
  const [arrangement, write] = useArrangement(search, onSearch);
  const run = useAtomValue(filmRunAtom);
  const isBusy = run.kind === 'gathering' || run.kind === 'making' || run.kind === 'keeping';
  const [choosing, setChoosing] = useState<'pictures' | 'sound' | null>(null);
  const [wasChoosing, setWasChoosing] = useState(false);
  const [refused, setRefused] = useState<RunTrouble | null>(null);
  const found = useWorks([...arrangement.works, ...(arrangement.sound ? [arrangement.sound] : [])]);
  const mine = new Map(
    found?.filter((work) => work.owner === owner).map((work) => [work.id, work]),
  );
  const works = arrangement.works.flatMap((id) => {
    const work = mine.get(id);
    return work && isPicture(work) ? [work] : [];
  });
  const missing = found ? arrangement.works.length - works.length : 0;
  const sound = (arrangement.sound && mine.get(arrangement.sound)) || null;
  const away = works.filter(({ onDevice }) => onDevice === 0).length;
  const { state: ways, again } = useFilmWays(works, arrangement.rates.final);
  const known = ways.kind === 'found' ? ways.ways : noWays;
  const way =
    known.find(({ container }) => container === arrangement.container) ?? known[0] ?? null;
  const size = ways.kind === 'found' ? ways.size : filmSize(works);
  const shapes = new Set(works.map(({ width, height }) => (width / height).toFixed(2)));
  const preview = useFilmPreview(
    { ...arrangement, works: works.map(({ id }) => id) },
    isBusy || run.kind === 'done' ? null : size,
    way,
  );

  function change(part: Partial<Arrangement>) {
    setRefused(null);
    forgetEndedFilm();
    write({ ...arrangement, works: works.map(({ id }) => id), ...part });
  }

  const arrange = (next: readonly WorkRow[]) => change({ works: next.map(({ id }) => id) });

  function choose(what: 'pictures' | 'sound') {
    setWasChoosing(true);
    setChoosing(what);
  }

  function start() {
    if (isBusy) return;
    if (works.length === 0) {
      setRefused({ problem: 'no-pictures', places: [] });
      return;
    }
    if (!way) return;
    setRefused(null);
    void makeFilm({ owner, works, sound, arrangement, size, way, onKept: wakeQueue });
  }

  async function download(id: WorkId) {
    const work = await getWork(id);
    if (work) await onDownload(work);
  }

  const seconds = formatDuration(filmSeconds(works.length, arrangement.rates), locale);
  const width = formatNumber(size.width, locale);
  const height = formatNumber(size.height, locale);
  const format = way ? ` · ${formatName(filmMediaTypes[way.container])}` : '';
  const facts = `${seconds} · ${width} × ${height}${format}`;
  const trouble: RunTrouble | null =
    refused ??
    (run.kind === 'failed'
      ? run.trouble
      : ways.kind === 'failed'
        ? { problem: ways.problem, places: [] }
        : ways.kind === 'found' && known.length === 0
          ? { problem: 'no-encoder', places: [] }
          : null);

  return (
    <div className={classes.layout}>
      <div className={classes.main}>
        {works.length > 0 && (
          <VideoStage run={run} first={works[0] ?? null} size={size} preview={preview} />
        )}
        <Section
          title={
            <>
              <Trans comment="Heading: pictures of a video">Pictures</Trans>
              {works.length > 0 && ` · ${formatNumber(works.length, locale)}`}
            </>
          }
          action={
            <Button
              variant="default"
              leftSection={<IconPhotoPlus size={20} stroke={1.75} aria-hidden />}
              aria-disabled={isBusy || works.length >= filmPicturesMax || undefined}
              onClick={() => !isBusy && works.length < filmPicturesMax && choose('pictures')}
            >
              <Trans comment="Button: more pictures from one's works">Add pictures</Trans>
            </Button>
          }
        >
          {missing > 0 && (
            <Notice tone="warn">
              <Plural
                value={missing}
                one="# work of this link is no picture among your works and is left out."
                other="# works of this link are no pictures among your works and are left out."
              />
            </Notice>
          )}
          {away > 0 && (
            <Notice>
              <Plural
                value={away}
                one="The full size of # picture is not on this device; it is fetched first."
                other="The full sizes of # pictures are not on this device; they are fetched first."
              />
            </Notice>
          )}
          {found && works.length === 0 ? (
            <div className={classes.empty}>
              <IconMovie size={32} stroke={1.5} aria-hidden />
              <p>
                <Trans>
                  Choose pictures you have made. One is enough; their order is the order in which
                  they are seen.
                </Trans>
              </p>
            </div>
          ) : (
            <PictureTiles
              works={works}
              disabled={isBusy}
              onMove={(from, to) => arrange(moved(works, from, to))}
              onRemove={(place) => arrange(works.toSpliced(place, 1))}
            />
          )}
          {works.length >= filmPicturesMax && (
            <p className={classes.hint}>
              <Trans>A video takes {formatNumber(filmPicturesMax, locale)} pictures at most.</Trans>
            </p>
          )}
        </Section>
      </div>
      <div className={classes.side}>
        <VideoSettings
          arrangement={arrangement}
          containers={[...new Set(known.map(({ container }) => container))]}
          container={way?.container ?? null}
          sound={sound}
          isMixed={shapes.size > 1}
          disabled={isBusy}
          onChange={change}
          onChooseSound={() => choose('sound')}
        />
        {way?.encoder === 'bundled' && (
          <Notice>
            <Trans>
              This browser can't write videos itself. The app brings a way of its own, which is
              slower and is fetched once, 3 MB.
            </Trans>
          </Notice>
        )}
        {trouble && (
          <TroubleNotice
            trouble={trouble}
            onAgain={
              ways.kind === 'failed' && ways.problem !== 'no-workers'
                ? again
                : run.kind === 'failed'
                  ? start
                  : undefined
            }
          />
        )}
        <MakeBar
          run={run}
          facts={works.length > 0 ? facts : null}
          canMake={way !== null || ways.kind === 'asking'}
          isAsking={works.length > 0 && ways.kind === 'asking'}
          onMake={start}
          onDownload={(id) => void download(id)}
        />
      </div>
      {wasChoosing && (
        <ChooseWork
          key={choosing === 'sound' ? 'sound' : 'pictures'}
          opened={choosing !== null}
          onClose={() => setChoosing(null)}
          owner={owner}
          acceptTypes={choosing === 'sound' ? ['audio/*'] : filmPictureTypes}
          onlyFitting={
            choosing === 'sound' ? (
              <Trans>You have made no sound yet.</Trans>
            ) : (
              <Trans>You have made no picture yet.</Trans>
            )
          }
          {...(choosing !== 'sound' && { room: filmPicturesMax - works.length })}
          onPick={(_file, work) => {
            if (choosing === 'sound') {
              setChoosing(null);
              change({ sound: work.id });
            } else if (works.length < filmPicturesMax) {
              arrange([...works, work]);
            }
          }}
        />
      )}
    </div>
  );
}
