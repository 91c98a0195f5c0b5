import { useLingui } from '@lingui/react/macro';
import { IconColumns2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { WorkRow } from '../../../db/schema.ts';
import { writeComparedIds } from '../../../domain/compared-works.ts';
import type { WorkId } from '../../../domain/ids.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { useWorks } from '../../../live/useWorks.ts';
import type { MenuAction } from '../../../ui/ActionMenu.tsx';

const none: readonly WorkId[] = [];

/** Sets a picture against the one beside it in its list, where that is a picture, too. */
export function useCompareActions(work: WorkRow, beside: WorkId | null): MenuAction[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const others = useWorks(beside === null ? none : [beside]);
  const isPicture = ({ mediaType }: WorkRow) => mediaKind(mediaType) === 'picture';
  const [other] = others ?? [];
  if (!other || !isPicture(other) || !isPicture(work)) return [];
  return [
    {
      key: 'compare',
      icon: <IconColumns2 stroke={1.75} aria-hidden />,
      label: t({
        message: 'Compare with the next one',
        comment: 'Menu entry: sets this picture against its neighbour in the list',
      }),
      onSelect: () =>
        void navigate({
          to: '/compare',
          search: { works: writeComparedIds([work.id, other.id]) },
        }),
    },
  ];
}
