import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconApps,
  IconDownload,
  IconHeart,
  IconHeartOff,
  IconLibraryPhoto,
  IconLink,
  IconShare2,
  IconWorld,
  IconWorldShare,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { rateWorks } from '../../db/works/ratings.ts';
import type { WorkRow } from '../../db/schema.ts';
import { binWorks, restoreWorks } from '../../db/works/bin.ts';
import { workRouteId, type WorkId } from '../../domain/ids.ts';
import { canBeApp } from '../../domain/apps.ts';
import { mayBePublished } from '../../domain/gallery.ts';
import { deleteUndoMs } from '../../domain/limits.ts';
import { publishingAtom } from '../../requests/actions/publishing.ts';
import { sharingAtom } from '../../requests/actions/sharing.ts';
import { useGoOn } from '../../requests/actions/useGoOn.tsx';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { useSetAtom } from '../../ui/atoms.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { showToast } from '../../ui/toast.ts';
import { canShareFiles } from './can-share-files.ts';
import { useKeepActions } from './useKeepActions.tsx';
import { useModels } from '../../live/useModels.ts';
import { commonKind } from '../../words/common-kind.ts';
import { useCountedWorks } from '../../words/useCountedWorks.ts';

/** What a person can do with finished works, wherever they are shown. */
export function useWorkCommands() {
  const { t, i18n } = useLingui();
  const { addToAlbum, wakeQueue } = useAppActions();
  const goOn = useGoOn();
  const router = useRouter();
  const models = useModels();
  const keepActions = useKeepActions();
  const counted = useCountedWorks();
  const setSharing = useSetAtom(sharingAtom);
  const setPublishing = useSetAtom(publishingAtom);

  async function copy(text: string, said: string) {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ message: said, tone: 'success', durationMs: 1_500 });
    } catch {
      showToast({ message: t`This browser did not let us copy.`, tone: 'warn' });
    }
  }

  async function download(works: readonly WorkRow[], onProgress?: (finished: number) => void) {
    if (works.length > 1) {
      showToast({
        message: t({
          message: `Downloading ${counted(works.length, commonKind(works))}… (this may take a while)`,
          comment: 'The value is a number of works: 3 pictures',
        }),
      });
    }
    // The converter and its worker are wanted only here.
    const { downloadWorks } = await import('./download.ts');
    sayMissing(await downloadWorks(works, i18n.locale, onProgress));
  }

  /** To other apps, by the device's own sheet. */
  async function shareFiles(works: readonly WorkRow[]) {
    const { filesOf, handOver } = await import('./download.ts');
    const { files, failed } = await filesOf(works, i18n.locale);
    sayMissing(failed);
    const give = async () => {
      const outcome = files.length > 0 ? await handOver(files) : 'shared';
      if (outcome === 'refused') {
        showToast({
          tone: 'warn',
          message: t`This device can't hand such a file to other apps. Download it instead.`,
        });
      } else if (outcome === 'late') {
        showToast({
          message: t`The file is ready.`,
          action: {
            label: t({ message: 'Share', comment: 'Button: hands a file to another app' }),
            onAction: () => void give(),
          },
        });
      }
    };
    await give();
  }

  function sayMissing(failed: readonly WorkRow[]) {
    if (failed.length === 0) return;
    showToast({
      tone: 'warn',
      message: t`${plural(failed.length, { one: '# work is not on this device and could not be fetched. Try again with a network.', other: '# works are not on this device and could not be fetched. Try again with a network.' })}`,
    });
  }

  /** Rates works at once; the queue tells the platform. */
  async function favourite(works: readonly Pick<WorkRow, 'id' | 'owner'>[], value: 0 | 1) {
    const owner = works[0]?.owner;
    if (!owner) return;
    const ids = works.map((work) => work.id);
    if (await rateWorks('set-favourite', owner, ids, value)) wakeQueue();
  }

  /** @param value 0 takes the stars back */
  async function rate(works: readonly Pick<WorkRow, 'id' | 'owner'>[], value: number) {
    const owner = works[0]?.owner;
    if (!owner) return;
    const ids = works.map((work) => work.id);
    if (await rateWorks('set-rating', owner, ids, value)) wakeQueue();
  }

  const starsText = (stars: number) => t`${plural(stars, { one: '# star', other: '# stars' })}`;

  function rateAction(work: WorkRow): MenuAction {
    const star = (value: number): MenuAction => ({
      key: String(value),
      label:
        value === 0
          ? t({ message: 'No stars', comment: 'Menu entry: takes a rating back' })
          : starsText(value),
      icon:
        value === 0 ? (
          <IconStarOff stroke={1.75} aria-hidden />
        ) : (
          <IconStar stroke={1.75} aria-hidden />
        ),
      checked: work.rating === value,
      onSelect: () => void rate([work], value),
    });
    return {
      key: 'rate',
      icon: <IconStar stroke={1.75} aria-hidden />,
      label: t({ message: 'Rate', comment: 'Menu entry: gives an image its stars' }),
      onSelect: () => {},
      actions: [5, 4, 3, 2, 1, 0].map(star),
    };
  }

  /** Puts works into the bin; for a moment one press brings them back from right here. */
  async function remove(works: readonly Pick<WorkRow, 'id' | 'owner' | 'mediaType'>[]) {
    const owner = works[0]?.owner;
    if (!owner) return;
    const gone = await binWorks(
      owner,
      works.map((work) => work.id),
    );
    if (gone.length === 0) return;
    wakeQueue();
    const what = counted(gone.length, commonKind(works));
    showToast({
      message: t({
        message: `Moved to the bin: ${what}`,
        comment: 'The value is a number of works: 3 pictures',
      }),
      durationMs: deleteUndoMs,
      action: {
        label: t({ message: 'Undo', comment: 'Button' }),
        onAction: () => void restoreWorks(owner, gone).then(wakeQueue),
      },
    });
  }

  function linkTo(id: WorkId): string {
    const { href } = router.buildLocation({ to: '/work/$id', params: { id: workRouteId(id) } });
    return new URL(href, location.origin).href;
  }

  /** Nothing on a device that has no sheet for it. */
  function fileActions(work: WorkRow): MenuAction[] {
    if (!canShareFiles()) return [];
    return [
      {
        key: 'share-file',
        icon: <IconShare2 stroke={1.75} aria-hidden />,
        label: t({ message: 'Share the file', comment: 'Menu entry: to other apps' }),
        onSelect: () => void shareFiles([work]),
      },
    ];
  }

  /** Everything that can be done with one work, for the menu of a tile. */
  function menu(work: WorkRow): MenuAction[] {
    const isFavourite = work.starred === 1;
    return [
      {
        key: 'favourite',
        icon: isFavourite ? (
          <IconHeartOff stroke={1.75} aria-hidden />
        ) : (
          <IconHeart stroke={1.75} aria-hidden />
        ),
        label: isFavourite
          ? t({ message: 'No longer a favourite', comment: 'Menu entry' })
          : t({ message: 'Make it a favourite', comment: 'Menu entry' }),
        onSelect: () => void favourite([work], isFavourite ? 0 : 1),
      },
      rateAction(work),
      {
        key: 'download',
        icon: <IconDownload stroke={1.75} aria-hidden />,
        label: t({ message: 'Download', comment: 'Button, verb' }),
        onSelect: () => void download([work]),
      },
      albumsAction(work),
      ...fileActions(work),
      ...goOn.goOnActions(work),
      ...appActions(work),
      ...keepActions(work),
      ...shareActions(work),
      {
        key: 'link',
        icon: <IconLink stroke={1.75} aria-hidden />,
        label: t({ message: 'Copy link', comment: 'Button' }),
        onSelect: () => void copyLink(work),
      },
      {
        key: 'delete',
        icon: <IconTrash stroke={1.75} aria-hidden />,
        label: t({ message: 'Delete', comment: 'Button, verb' }),
        tone: 'danger',
        onSelect: () => void remove([work]),
      },
    ];
  }

  /** A link for people without an account; of what the platform can't know there is none. */
  function shareActions(work: WorkRow): MenuAction[] {
    if (work.place !== 'platform') return [];
    return [
      {
        key: 'share-link',
        icon: <IconWorldShare stroke={1.75} aria-hidden />,
        label: t({ message: 'Share by link…', comment: 'Menu entry: opens a dialog' }),
        onSelect: () => setSharing(work.id),
      },
      ...(mayBePublished(work)
        ? [
            {
              key: 'publish',
              icon: <IconWorld stroke={1.75} aria-hidden />,
              label: t({ message: 'Publish…', comment: 'Menu entry: opens a dialog' }),
              onSelect: () => setPublishing(work.id),
            },
          ]
        : []),
    ];
  }

  /** What the platform runs can become an app: a form in which most is already decided. */
  function appActions(work: WorkRow): MenuAction[] {
    const model = models?.find((one) => one.model === work.model);
    if (!canBeApp(work.jobType) || model?.place !== 'platform') return [];
    return [
      {
        key: 'app',
        icon: <IconApps stroke={1.75} aria-hidden />,
        label: t({ message: 'Make an app of it…', comment: 'Menu entry: opens a form' }),
        onSelect: () => void router.navigate({ to: '/template/new', state: { appOf: work.id } }),
      },
    ];
  }

  const albumsAction = (work: WorkRow): MenuAction => ({
    key: 'albums',
    icon: <IconLibraryPhoto stroke={1.75} aria-hidden />,
    label: t({ message: 'Add to album…', comment: 'Menu entry: opens a list of albums' }),
    onSelect: () => addToAlbum([work.id]),
  });

  async function copyLink(work: WorkRow) {
    await copy(linkTo(work.id), t`Link copied`);
  }

  return {
    albumsAction,
    appActions,
    copy,
    copyLink,
    download,
    favourite,
    fileActions,
    filmAction: goOn.filmAction,
    filmActions: goOn.filmActions,
    keepActions,
    menu,
    models: models ?? null,
    rate,
    remove,
    shareActions,
    recallActions: goOn.recallActions,
    recallMenu: goOn.recallMenu,
    repeat: (work: WorkRow) => goOn.recall(work, 'remix'),
    starsText,
    toolActions: goOn.toolActions,
  };
}

export type WorkCommands = ReturnType<typeof useWorkCommands>;
