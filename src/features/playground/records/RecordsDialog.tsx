import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Loader, Switch } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { getOriginal } from '../../../db/media/media.ts';
import type { WorkRow } from '../../../db/schema.ts';
import { bringHere } from '../../../db/works/bring-here.ts';
import type { WorkCursor } from '../../../db/works/works.ts';
import { extensionOf, formatName } from '../../../domain/file-kinds.ts';
import type { UserKey, WorkId } from '../../../domain/ids.ts';
import { recordsDialogPageSize } from '../../../domain/limits.ts';
import { takesFile } from '../../../domain/source-limits.ts';
import { useThumbnail } from '../../../live/useMedia.ts';
import { useWorkPage } from '../../../live/useWorkPage.ts';
import { AspectPicture } from '../../../ui/AspectPicture.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { formatChoices } from '../../../words/intl.ts';
import { workTitle } from '../../../words/work-titles.ts';
import classes from './RecordsDialog.module.css';

type Trouble = 'format' | 'not-here';

interface RecordsProps {
  owner: UserKey;
  /** What the field takes. */
  acceptTypes: readonly string[];
  onPick: (file: File, work: WorkRow) => void;
  /** Nothing else is offered, and what is said where there is none. */
  onlyFitting?: ReactNode;
  /** How many more the field takes, where it takes several: the dialog then stays open. */
  room?: number;
}

/** The person's works, one of which becomes the source of a request. */
export function RecordsDialog({
  opened,
  onClose,
  ...rest
}: RecordsProps & { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<Trans comment="Title of a dialog: one's works, to choose from">My works</Trans>}
      width={960}
      fullOnPhone
    >
      <Records {...rest} />
    </Dialog>
  );
}

function Records({ owner, acceptTypes, onPick, onlyFitting, room }: RecordsProps) {
  const { t, i18n } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  /** Where each page before this one ended. */
  const [ends, setEnds] = useState<readonly WorkCursor[]>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [coming, setComing] = useState<WorkId | null>(null);
  const page = useWorkPage({
    owner,
    acceptTypes: showsAll ? null : acceptTypes,
    after: ends.at(-1) ?? null,
    size: recordsDialogPageSize,
  });
  const number = ends.length + 1;
  const last = page?.works.at(-1);
  const types = formatChoices(acceptTypes.map(formatName), i18n.locale);

  async function pick(work: WorkRow) {
    setTrouble(null);
    if (!takesFile(acceptTypes, work.mediaType)) {
      setTrouble('format');
      return;
    }
    setComing(work.id);
    const isHere = await bringHere(work);
    const original = isHere ? await getOriginal(work.id) : undefined;
    setComing(null);
    if (!original) {
      setTrouble('not-here');
      return;
    }
    const name = `${work.prompt.trim().slice(0, 60) || work.id}.${extensionOf(work.mediaType) ?? ''}`;
    onPick(new File([original.blob], name, { type: work.mediaType }), work);
  }

  return (
    <div className={classes.root}>
      {!onlyFitting && (
        <Switch
          label={t`Also works that don't fit here`}
          checked={showsAll}
          onChange={(event) => {
            setShowsAll(event.currentTarget.checked);
            setEnds([]);
            setTrouble(null);
          }}
        />
      )}
      {room !== undefined && (
        <p className={classes.room} role="status">
          <Plural value={room} one="One more fits." other="# more fit." />
        </p>
      )}
      {trouble === 'format' && (
        <Notice tone="warn" announce title={<Trans>Format not supported</Trans>}>
          <Trans>This model takes {types}.</Trans>
        </Notice>
      )}
      {trouble === 'not-here' && (
        <Notice tone="warn" announce title={<Trans>This work can't be had now</Trans>}>
          <Trans>
            Its full size is not on this device, and the platform can't be reached or has let go of
            it. Choose another one, or try again with a network.
          </Trans>
        </Notice>
      )}
      {!page ? (
        <div className={classes.empty}>
          <Loader size="sm" />
        </div>
      ) : page.works.length === 0 ? (
        <p className={classes.empty}>
          {showsAll ? (
            <Trans>What you make appears here.</Trans>
          ) : (
            (onlyFitting ?? (
              <Trans>No work of yours has a format that this model takes ({types}).</Trans>
            ))
          )}
        </p>
      ) : (
        <ul className={classes.grid} aria-label={t`Works, page ${number}`}>
          {page.works.map((work) => (
            <li key={work.id}>
              <Tile
                work={work}
                fits={takesFile(acceptTypes, work.mediaType)}
                coming={coming === work.id}
                disabled={coming !== null}
                onPick={() => void pick(work)}
              />
            </li>
          ))}
        </ul>
      )}
      {(ends.length > 0 || page?.hasNext) && (
        <nav className={classes.pager} aria-label={t`Pages`}>
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={18} stroke={1.75} aria-hidden />}
            disabled={ends.length === 0}
            onClick={() => setEnds(ends.slice(0, -1))}
          >
            {t({ message: 'Previous', comment: 'Button: the page before' })}
          </Button>
          <span className={classes.number} aria-live="polite">
            {t`Page ${number}`}
          </span>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={18} stroke={1.75} aria-hidden />}
            disabled={!page?.hasNext}
            onClick={() => last && setEnds([...ends, last])}
          >
            {t({ message: 'Next', comment: 'Button: the page after' })}
          </Button>
        </nav>
      )}
    </div>
  );
}

function Tile({
  work,
  fits,
  coming,
  disabled,
  onPick,
}: {
  work: WorkRow;
  fits: boolean;
  coming: boolean;
  disabled: boolean;
  onPick: () => void;
}) {
  const { i18n } = useLingui();
  const url = useObjectUrl(useThumbnail(work.id)?.blob);
  const name = workTitle(work, i18n);
  return (
    <button
      type="button"
      className={classes.tile}
      data-unfit={!fits || undefined}
      aria-label={`${name}, ${formatName(work.mediaType)}`}
      aria-busy={coming || undefined}
      disabled={disabled}
      onClick={onPick}
    >
      <AspectPicture
        width={work.width || 1}
        height={work.height || 1}
        boxRatio={1}
        src={url}
        thumbhash={work.thumbhash}
        alt=""
      >
        {!fits && <span className={classes.format}>{formatName(work.mediaType)}</span>}
        {coming && (
          <span className={classes.coming}>
            <Loader size="sm" />
          </span>
        )}
      </AspectPicture>
    </button>
  );
}
