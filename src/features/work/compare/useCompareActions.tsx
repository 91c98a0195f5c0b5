import { useLingui } from '@lingui/react/macro';
import { IconColumns2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { WorkRow } from '../../../db/schema.ts';
import { writeComparedIds } from '../../../domain/compared-works.ts';
import type { WorkId } from '../../../domain/ids.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { useWorks } from '../../../live/useWorks.ts';
import type { MenuAction } from '../../../ui/ActionMenu.tsx';

/** What comes before and after a work in the list that one came from. */
export interface Neighbours {
  previous: WorkId | null;
  next: WorkId | null;
}

/** Sets a picture against those beside it in its list, where they are pictures, too. */
export function useCompareActions(work: WorkRow, { previous, next }: Neighbours): MenuAction[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const others = useWorks([previous, next].filter((id) => id !== null)) ?? [];
  const isPicture = ({ mediaType }: WorkRow) => mediaKind(mediaType) === 'picture';
  if (!isPicture(work)) return [];
  const action = (key: string, id: WorkId | null, label: string): MenuAction[] => {
    const other = others.find((row) => row.id === id);
    if (!other || !isPicture(other)) return [];
    const search = { works: writeComparedIds([work.id, other.id]) };
    return [
      {
        key,
        icon: <IconColumns2 stroke={1.75} aria-hidden />,
        label,
        onSelect: () => void navigate({ to: '/compare', search }),
      },
    ];
  };
  return [
    ...action(
      'compare-previous',
      previous,
      t({
        message: 'Compare with the previous one',
        comment: 'Menu entry: sets this picture against its neighbour in the list',
      }),
    ),
    ...action(
      'compare-next',
      next,
      t({
        message: 'Compare with the next one',
        comment: 'Menu entry: sets this picture against its neighbour in the list',
      }),
    ),
  ];
}
