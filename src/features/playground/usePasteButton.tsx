import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconClipboard } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { extensionOf } from '../../domain/file-kinds.ts';
import { Notice } from '../../ui/Notice.tsx';

/** The first picture of the clipboard. @throws when the browser does not let anybody read it */
async function readPicture(): Promise<Blob | null> {
  for (const item of await navigator.clipboard.read()) {
    const type = item.types.find((each) => each.startsWith('image/'));
    if (type !== undefined) return item.getType(type);
  }
  return null;
}

/**
 * A button that takes a picture from the clipboard, for those who have no Ctrl+V or don't think of it.
 * @returns the button, null where the browser has no way, and words for what went wrong
 */
export function usePasteButton(
  onPicture: (file: File) => void,
  disabled: boolean,
): { button: ReactNode; notice: ReactNode } {
  const { t } = useLingui();
  const [trouble, setTrouble] = useState<'refused' | 'no-picture' | null>(null);
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard || !('read' in clipboard)) return { button: null, notice: null };

  async function paste() {
    setTrouble(null);
    try {
      const picture = await readPicture();
      if (!picture) {
        setTrouble('no-picture');
        return;
      }
      const { type } = picture;
      const name = t({ message: 'Pasted', comment: 'Name of a picture from the clipboard' });
      onPicture(new File([picture], `${name}.${extensionOf(type) ?? 'png'}`, { type }));
    } catch {
      setTrouble('refused');
    }
  }

  return {
    button: (
      <Button
        variant="default"
        leftSection={<IconClipboard size={20} stroke={1.75} aria-hidden />}
        disabled={disabled}
        onClick={() => void paste()}
      >
        <Trans comment="Button: take a picture from the clipboard">Paste</Trans>
      </Button>
    ),
    notice: trouble && (
      <Notice
        tone="warn"
        announce
        title={
          trouble === 'refused' ? (
            <Trans>The browser doesn't let Kiln look into the clipboard</Trans>
          ) : (
            <Trans>There is no picture in the clipboard</Trans>
          )
        }
      >
        {trouble === 'refused' ? (
          <Trans>
            Press Ctrl+V here, or ⌘V on a Mac, or allow it by the sign beside the address. You can
            also save the picture and choose it.
          </Trans>
        ) : (
          <Trans>Copy a picture first: from a page, a chat or as a screenshot.</Trans>
        )}
      </Notice>
    ),
  };
}
