import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconColumns2,
  IconDownload,
  IconFileZip,
  IconHeart,
  IconLibraryPhoto,
  IconPhotoEdit,
  IconSquareCheck,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { getWorks } from '../../db/works/works.ts';
import { comparedMax, comparedMin, writeComparedIds } from '../../domain/compared-works.ts';
import type { WorkId } from '../../domain/ids.ts';
import { ratingMax } from '../../domain/limits.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useWorks } from '../../live/useWorks.ts';
import type { SelectionAction } from './SelectionBar.tsx';
import type { Selection } from './useSelection.ts';
import type { WorkCommands } from './work-commands.ts';

/** No tool takes more works at once. */
const togetherMax = 16;
/** The same values for good, so that nothing is read or drawn anew. */
const noWorks: readonly WorkId[] = [];
const noRows: readonly WorkRow[] = [];

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * What the bar of a selection offers. One more action is one more entry of the list.
 * @param selected the works that are selected now
 * @param listPage the works of the page that is shown
 * @param moreActions what the list itself offers
 */
export function useSelectionActions(
  selected: ReadonlySet<WorkId>,
  selection: Pick<Selection, 'stop' | 'select'>,
  commands: WorkCommands,
  listPage: () => readonly WorkId[],
  moreActions: (ids: readonly WorkId[]) => SelectionAction[] = () => [],
): { actions: readonly SelectionAction[]; done: number | null } {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { addToAlbum } = useAppActions();
  const [done, setDone] = useState<number | null>(null);
  const ids = [...selected];
  const few = useWorks(ids.length <= togetherMax ? ids : noWorks) ?? noRows;
  const tools = commands.toolActions(few);
  const isComparable =
    ids.length >= comparedMin &&
    ids.length <= comparedMax &&
    few.length === ids.length &&
    few.every(({ mediaType }) => mediaKind(mediaType) === 'picture');

  /** All get a heart, unless all have one already. */
  async function favourite() {
    const works = await getWorks(ids);
    await commands.favourite(works, works.every((work) => work.starred === 1) ? 0 : 1);
    selection.stop();
  }

  async function rate(value: number) {
    await commands.rate(await getWorks(ids), value);
    selection.stop();
  }

  /** They lie in the bin then; nothing has to be asked. */
  async function remove() {
    await commands.remove(await getWorks(ids));
    selection.stop();
  }

  async function download() {
    setDone(0);
    await commands.download(await getWorks(ids), setDone);
    setDone(null);
    selection.stop();
  }

  const stars = (value: number): SelectionAction => ({
    key: String(value),
    place: 'menu',
    label:
      value === 0
        ? t({ message: 'No stars', comment: 'Menu entry: takes a rating back' })
        : t`${plural(value, { one: '# star', other: '# stars' })}`,
    icon: value === 0 ? <IconStarOff {...icon} /> : <IconStar {...icon} />,
    onSelect: () => void rate(value),
  });

  const actions: SelectionAction[] = [
    {
      key: 'favourite',
      place: 'bar',
      label: t({
        message: 'Favourite or not: what is selected',
        comment: 'Button: gives the selected works a heart, or takes it away when all have one',
      }),
      icon: <IconHeart {...icon} />,
      onSelect: () => void favourite(),
    },
    {
      key: 'download',
      place: 'bar',
      label: t({ message: 'Download what is selected', comment: 'Button' }),
      icon: <IconDownload {...icon} />,
      onSelect: () => void download(),
    },
    {
      key: 'delete',
      place: 'bar',
      label: t({ message: 'Delete what is selected', comment: 'Button' }),
      icon: <IconTrash {...icon} />,
      tone: 'danger',
      onSelect: () => void remove(),
    },
    {
      key: 'albums',
      place: 'menu',
      label: t({ message: 'Add to album…', comment: 'Menu entry: opens a list of albums' }),
      icon: <IconLibraryPhoto {...icon} />,
      onSelect: () => addToAlbum(ids),
    },
    {
      key: 'compare',
      place: 'menu',
      label: t({ message: 'Compare pictures', comment: 'Title of a page' }),
      icon: <IconColumns2 {...icon} />,
      disabled: !isComparable,
      onSelect: () => void navigate({ to: '/compare', search: { works: writeComparedIds(ids) } }),
    },
    ...moreActions(ids).map((action) => ({
      ...action,
      onSelect: () => {
        action.onSelect();
        selection.stop();
      },
    })),
    {
      key: 'page',
      place: 'menu',
      always: true,
      label: t({
        message: 'Select this page',
        comment: 'Menu entry: selects the works that are listed so far, or of the page shown',
      }),
      icon: <IconSquareCheck {...icon} />,
      onSelect: () => selection.select(listPage()),
    },
    {
      key: 'export',
      place: 'menu',
      label: t({ message: 'Export as ZIP', comment: 'Button: writes works into one file' }),
      icon: <IconFileZip {...icon} />,
      // With what the history shows, so that all of that can be taken as well.
      onSelect: () => void navigate({ to: '/archive', search: true, state: { exportIds: ids } }),
    },
    {
      key: 'rate',
      place: 'menu',
      label: t({ message: 'Rate', comment: 'Menu entry: gives an image its stars' }),
      icon: <IconStar {...icon} />,
      onSelect: () => {},
      actions: Array.from({ length: ratingMax + 1 }, (_, index) => stars(ratingMax - index)),
    },
    { ...commands.filmAction(ids), place: 'menu' },
    {
      key: 'use-in',
      place: 'menu',
      label: t({ message: 'Use in…', comment: 'Button that opens a list of tools' }),
      icon: <IconPhotoEdit {...icon} />,
      disabled: tools.length === 0,
      onSelect: () => {},
      actions: tools,
    },
  ];
  return { actions, done };
}
