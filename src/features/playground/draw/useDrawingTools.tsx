import { useLingui } from '@lingui/react/macro';
import { IconBrush, IconEraser, IconHandStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DrawingKind } from '../../../domain/drawing.ts';

export type DrawingTool = 'draw' | 'drop' | 'erase' | 'move';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** What one draws with, by what is drawn: a picture, a mask, or strokes over what stays and what goes. */
export function useDrawingTools(
  kind: DrawingKind,
): { value: DrawingTool; label: ReactNode; icon?: ReactNode }[] {
  const { t } = useLingui();
  return [
    ...(kind === 'strokes'
      ? [
          { value: 'draw' as const, label: t({ message: 'Keep', comment: 'Name of a brush' }) },
          { value: 'drop' as const, label: t({ message: 'Drop', comment: 'Name of a brush' }) },
        ]
      : [
          {
            value: 'draw' as const,
            icon: <IconBrush {...icon} />,
            label:
              kind === 'mask'
                ? t({ message: 'Mark', comment: 'Name of a brush' })
                : t({ message: 'Brush', comment: 'Name of a drawing tool' }),
          },
        ]),
    {
      value: 'erase',
      icon: kind === 'strokes' ? undefined : <IconEraser {...icon} />,
      label: t({ message: 'Rub out', comment: 'Name of a brush' }),
    },
    {
      value: 'move',
      icon: kind === 'strokes' ? undefined : <IconHandStop {...icon} />,
      label: t({ message: 'Move', comment: 'Name of a drawing tool: moves the sheet' }),
    },
  ];
}
