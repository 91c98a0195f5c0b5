import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPalette, IconPhotoEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { GalleryEntry } from '../../domain/gallery.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { usePublicWays } from './usePublicWays.tsx';

/** Ways on from a published work, beside its input: its look, and the work itself in a tool. */
export function PublicWays({
  entry,
  waiting = null,
  onLeave,
}: {
  entry: GalleryEntry;
  /** Stands in their place until it is known which tools there are. */
  waiting?: ReactNode;
  onLeave?: () => void;
}) {
  const { t } = useLingui();
  const ways = usePublicWays(onLeave);
  const tools = ways.toolActions(entry);
  const sameStyle = ways.sameStyle(entry);
  if (!ways.areKnown) return waiting;
  return (
    <>
      {sameStyle && (
        <Button
          variant="default"
          leftSection={<IconPalette size={20} stroke={1.75} aria-hidden />}
          onClick={sameStyle}
        >
          {t({ message: 'Same style', comment: 'Button: something else in the look of this work' })}
        </Button>
      )}
      {tools.length > 0 && (
        <ActionMenu label={t`Use in…`} header={<Trans>Use in…</Trans>} actions={tools}>
          {(trigger) => (
            <Button
              {...trigger}
              variant="default"
              leftSection={<IconPhotoEdit size={20} stroke={1.75} aria-hidden />}
            >
              {t({ message: 'Use in…', comment: 'Button that opens a list of tools' })}
            </Button>
          )}
        </ActionMenu>
      )}
    </>
  );
}
