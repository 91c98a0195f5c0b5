import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SharedThing, ShareRow } from '../../../db/schema.ts';
import { putSharesBack, removeShares } from '../../../db/shares.ts';
import type { ShareId } from '../../../domain/ids.ts';
import type { ShareTrouble } from '../../../domain/shares.ts';
import { travellingType } from '../../../domain/source-limits.ts';
import type { ToolEntry } from '../../../domain/tool-entries.ts';
import { useGoOn } from '../../../requests/actions/useGoOn.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { ShareRefusals, ShareTroubleNotice } from './ShareRefusals.tsx';
import classes from './SharedThings.module.css';

type PictureRow = ShareRow & { thing: Extract<SharedThing, { kind: 'picture' }> };

const isPicture = (row: ShareRow): row is PictureRow => row.thing.kind === 'picture';

/** What other apps shared: what of it is to be used, and the tools that can go on from it. */
export function SharedThings({
  shares,
  trouble,
}: {
  shares: readonly ShareRow[];
  /** Why what was shared just now is not among them. */
  trouble: ShareTrouble | null;
}) {
  return (
    <>
      {trouble && <ShareTroubleNotice trouble={trouble} />}
      {shares.length > 0 && <Card shares={shares} />}
    </>
  );
}

function Card({ shares }: { shares: readonly ShareRow[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const [left, setLeft] = useState<ReadonlySet<ShareId> | null>(null);
  const pictures = shares.filter(isPicture);
  const newest = Math.max(...pictures.map(({ createdAtMs }) => createdAtMs));
  // What came last is what the person is about to use; what waits from before is a touch away.
  const isChosen = ({ id, createdAtMs }: ShareRow) =>
    left === null ? createdAtMs === newest : !left.has(id);
  const chosen = pictures.filter(isChosen);
  const words = shares.flatMap(({ thing }) => (thing.kind === 'words' ? [thing.text] : []));
  const refused = shares.filter(({ thing }) => thing.kind === 'refused');
  const count = pictures.length;
  const several = chosen.length;
  const isEmpty = count === 0 && words.length === 0;

  const tools =
    chosen.length > 0
      ? goOn.toolMenu(
          chosen.map(({ bytes, thing }) => ({ mediaType: travellingType(thing.mediaType), bytes })),
          null,
          (entry) => void goTo(entry),
        )
      : words.length > 0
        ? goOn.wordMenu((entry) => void goTo(entry))
        : [];

  function toggle(row: ShareRow) {
    const out = new Set(pictures.filter((other) => !isChosen(other)).map(({ id }) => id));
    if (!out.delete(row.id)) out.add(row.id);
    setLeft(out);
  }

  async function goTo(entry: ToolEntry) {
    const used = shares.filter(
      (row) => row.thing.kind === 'words' || (isPicture(row) && isChosen(row)),
    );
    // A word about what could not be kept has been read by now.
    await removeShares(refused.map(({ id }) => id));
    await navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: entry.type, model: entry.model ?? undefined },
      search: { shares: used.map(({ id }) => id).join(',') },
    });
  }

  async function discard() {
    await removeShares(shares.map(({ id }) => id));
    if (isEmpty) return;
    showToast({
      message: t`Thrown away`,
      action: {
        label: <Trans comment="Button: bring back what was just removed">Undo</Trans>,
        onAction: () => void putSharesBack(shares),
      },
    });
  }

  return (
    <section className={classes.root} aria-label={t`From another app`}>
      <div role="status">
        <p className={classes.title}>
          {count > 0 ? (
            <Plural
              value={count}
              one="A picture from another app"
              other="# pictures from other apps"
            />
          ) : words.length > 0 ? (
            <Trans>Words from another app</Trans>
          ) : (
            <Trans>Nothing here can be used</Trans>
          )}
        </p>
        {tools.length > 0 && (
          <p className={classes.hint}>
            {count > 1 ? (
              <Trans>Choose the ones you want, then what to do with them.</Trans>
            ) : (
              <Trans>What would you like to do with it? It stays here until you choose.</Trans>
            )}
          </p>
        )}
      </div>
      {count > 0 && (
        <ul className={classes.pictures}>
          {pictures.map((row, index) => (
            <li key={row.id}>
              <Picture
                row={row}
                number={index + 1}
                pressed={count > 1 ? isChosen(row) : null}
                onToggle={() => toggle(row)}
              />
            </li>
          ))}
        </ul>
      )}
      {words.length > 0 && <p className={classes.words}>{words.join('\n')}</p>}
      <ShareRefusals refused={refused.map(({ thing }) => thing)} />
      {several > 1 && tools.length === 0 && (
        <Notice announce>
          <Trans>No tool takes {several} pictures at once. Choose fewer.</Trans>
        </Notice>
      )}
      <div className={classes.actions}>
        {tools.map(({ key, label, icon, onSelect }) => (
          <Button key={key} size="sm" variant="light" leftSection={icon} onClick={onSelect}>
            {label}
          </Button>
        ))}
        <Button
          size="sm"
          variant="subtle"
          leftSection={!isEmpty && <IconTrash size={18} stroke={1.75} aria-hidden />}
          onClick={() => void discard()}
        >
          {isEmpty ? (
            <Trans comment="Button: closes a note">Close</Trans>
          ) : (
            <Trans comment="Button: what another app shared is not wanted">Throw away</Trans>
          )}
        </Button>
      </div>
    </section>
  );
}

/** @param pressed null where there is nothing to choose from */
function Picture({
  row: { thing },
  number,
  pressed,
  onToggle,
}: {
  row: PictureRow;
  number: number;
  pressed: boolean | null;
  onToggle: () => void;
}): ReactNode {
  const { t } = useLingui();
  const url = useObjectUrl(thing.blob);
  const [broken, setBroken] = useState(false);
  const name = thing.name || t`Picture ${number}`;
  // What this browser can't show has its name in place of a torn picture.
  const shown =
    broken || !url ? (
      <span>{name}</span>
    ) : (
      <img
        src={url}
        alt={pressed === null ? name : ''}
        decoding="async"
        onError={() => setBroken(true)}
      />
    );
  if (pressed === null) return <span className={classes.picture}>{shown}</span>;
  return (
    <button
      type="button"
      className={classes.picture}
      aria-pressed={pressed}
      aria-label={t`Picture ${number}: ${name}`}
      onClick={onToggle}
    >
      {shown}
      {pressed && (
        <span className={classes.check}>
          <IconCheck size={16} stroke={2.5} aria-hidden />
        </span>
      )}
    </button>
  );
}
