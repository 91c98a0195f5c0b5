import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera } from '@tabler/icons-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useEver } from '../../ui/useEver.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { useHasCamera } from './useHasCamera.ts';

const CameraDialog = lazyWithWords(() =>
  import('./camera/CameraDialog.tsx').then((module) => module.CameraDialog),
);

/**
 * A button that photographs: with the phone's own app, which does it better than a page can, elsewhere in a dialog.
 * @returns the button, what belongs beside it anywhere in the field, and whether the dialog is open
 */
export function useCameraButton(
  onPicture: (file: File) => void,
  disabled: boolean,
): { button: ReactNode; parts: ReactNode; opened: boolean } {
  const capture = useRef<HTMLInputElement>(null);
  const hasCamera = useHasCamera();
  // A camera is at hand where a finger is the pointer.
  const isHeld = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const ever = useEver(opened);
  return {
    opened,
    button: (isHeld || hasCamera) && (
      <Button
        variant="default"
        leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
        disabled={disabled}
        onClick={() => {
          if (isHeld) capture.current?.click();
          else setOpened(true);
        }}
      >
        <Trans>Take a photo</Trans>
      </Button>
    ),
    parts: (
      <>
        <input
          ref={capture}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) onPicture(file);
          }}
        />
        {ever && (
          <Suspense fallback={null}>
            <CameraDialog
              opened={opened}
              onClose={() => setOpened(false)}
              onPicture={(file) => {
                setOpened(false);
                onPicture(file);
              }}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
