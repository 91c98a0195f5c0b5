import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { useState } from 'react';
import { deleteForGood, restoreWorks } from '../../db/works/bin.ts';
import { getWorksAnywhere } from '../../db/works/works.ts';
import { communityOwner } from '../../domain/community.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { MediaKind } from '../../domain/media-kind.ts';
import { binDays } from '../../domain/retention.ts';
import { useBin, useBinUse, useSweptBin } from '../../live/useBin.ts';
import { useMakingOwner } from '../../live/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useEscape } from '../../ui/useEscape.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { commonKind } from '../../words/common-kind.ts';
import { useCountedWorks } from '../../words/useCountedWorks.ts';
import { formatBytes } from '../../words/intl.ts';
import { RefusedDeletions } from './RefusedDeletions.tsx';
import { SelectionBar, type SelectionAction } from './SelectionBar.tsx';
import { useSelection } from './useSelection.ts';
import { Wall } from '../../ui/wall/Wall.tsx';
import { BinTile } from './BinTile.tsx';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** What was deleted and can still come back. */
export function BinPage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Bin', comment: 'Title of the page with deleted works' }));
  const owner = useMakingOwner();
  return (
    <Page>
      {owner ? (
        <Bin key={owner} owner={owner} />
      ) : (
        <PageHeader title={<Trans comment="Title of the page with deleted works">Bin</Trans>} />
      )}
    </Page>
  );
}

function Bin({ owner }: { owner: UserKey }) {
  const { t, i18n } = useLingui();
  const { wakeQueue } = useAppActions();
  const counted = useCountedWorks();
  useSweptBin();
  const entries = useBin(owner);
  const use = useBinUse(owner);
  const selection = useSelection(owner, entries ?? []);
  const [asked, setAsked] = useState<{ ids: readonly WorkId[]; kind: MediaKind | null } | null>(
    null,
  );
  const [nowMs] = useState(() => Date.now());
  useEscape(selection.ids !== null && asked === null, selection.stop);
  const everything = () => (entries ?? []).map(({ id }) => id);
  const selected = () => [...(selection.ids ?? [])];

  async function putBack(ids: readonly WorkId[]) {
    const kind = commonKind(await getWorksAnywhere(ids));
    const count = await restoreWorks(owner, ids);
    selection.stop();
    if (count === 0) return;
    wakeQueue();
    const what = counted(count, kind);
    showToast({
      tone: 'success',
      message: t({
        message: `Back among your works: ${what}`,
        comment: 'The value is a number of works: 3 pictures',
      }),
    });
  }

  async function ask(ids: readonly WorkId[]) {
    setAsked({ ids, kind: commonKind(await getWorksAnywhere(ids)) });
  }

  async function remove(ids: readonly WorkId[]) {
    setAsked(null);
    await deleteForGood(owner, ids);
    selection.stop();
    wakeQueue();
  }

  const actions: SelectionAction[] = [
    {
      key: 'restore',
      place: 'bar',
      label: t({ message: 'Put back what is selected', comment: 'Button: out of the bin' }),
      icon: <IconArrowBackUp {...icon} />,
      onSelect: () => void putBack(selected()),
    },
    {
      key: 'delete',
      place: 'bar',
      label: t({ message: 'Delete what is selected for good', comment: 'Button' }),
      icon: <IconTrashX {...icon} />,
      tone: 'danger',
      onSelect: () => void ask(selected()),
    },
  ];

  return (
    <>
      <PageHeader
        title={<Trans comment="Title of the page with deleted works">Bin</Trans>}
        description={
          entries && entries.length > 0 && use ? (
            <>
              <Plural value={entries.length} one="# work" other="# works" />
              {use.bytes > 0 && ` · ${formatBytes(use.bytes, i18n.locale)}`}
              {' · '}
              <Trans>each goes for good after {binDays} days</Trans>
            </>
          ) : undefined
        }
        actions={
          <>
            <ButtonLink variant="subtle" to="/history">
              <Trans comment="Link from the bin back to the history">Back to your works</Trans>
            </ButtonLink>
            {entries && entries.length > 0 && (
              <>
                <Button variant="default" onClick={() => void putBack(everything())}>
                  <Trans comment="Button: everything comes out of the bin">Put all back</Trans>
                </Button>
                <Button variant="light" color="danger" onClick={() => void ask(everything())}>
                  <Trans comment="Button: everything in the bin is deleted for good">
                    Empty the bin
                  </Trans>
                </Button>
              </>
            )}
          </>
        }
      />
      <RefusedDeletions owner={owner} />
      {entries?.length === 0 && (
        <EmptyState kind="filtered" title={<Trans>The bin is empty</Trans>}>
          <p>
            <Trans>What you delete lies here for {binDays} days, and can be put back.</Trans>
          </p>
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <Wall
          label={t({ message: 'Bin', comment: 'Title of the page with deleted works' })}
          tiles={entries.map((entry) => ({ ...entry, key: entry.id, ratio: 1 }))}
          selection={{
            isSelecting: selection.ids !== null,
            onToggle: selection.toggle,
            onExtend: selection.extendTo,
            onAll: () => selection.select(everything()),
          }}
        >
          {({ id, binnedAtMs }) => (
            <BinTile
              id={id}
              binnedAtMs={binnedAtMs}
              nowMs={nowMs}
              selected={selection.ids?.has(id) ?? false}
              onSelect={selection.toggle}
            />
          )}
        </Wall>
      )}
      {selection.ids && (
        <SelectionBar
          count={selection.ids.size}
          done={null}
          actions={actions}
          onSelectAll={() => selection.select(everything())}
          onDone={selection.stop}
        />
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={
          <Trans comment="Title of a question; the value is a number of works: 3 pictures">
            Delete {counted(asked?.ids.length ?? 0, asked?.kind ?? null)} for good?
          </Trans>
        }
        confirmLabel={<Trans comment="Button, verb">Delete for good</Trans>}
        onCancel={() => setAsked(null)}
        onConfirm={() => void remove(asked?.ids ?? [])}
      >
        <p>
          {owner === communityOwner ? (
            <Trans>They go from this device, and nothing brings them back.</Trans>
          ) : (
            <Trans>
              They go from all your devices and from the studio, and nothing brings them back.
            </Trans>
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
