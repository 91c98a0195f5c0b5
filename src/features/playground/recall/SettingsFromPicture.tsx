import { useEffect, useEffectEvent, useRef } from 'react';
import { useSetAtom } from '../../../ui/atoms.ts';
import type { PromptToolProps } from '../prompt/prompt-tool.ts';
import { arrivedPictureAtom } from './recalled.ts';

/** Asks for a picture whose settings the person wants. */
export function SettingsFromPicture({ onClose }: PromptToolProps) {
  const picker = useRef<HTMLInputElement>(null);
  const setPicture = useSetAtom(arrivedPictureAtom);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const input = picker.current;
    const cancelled = () => close();
    input?.addEventListener('cancel', cancelled);
    input?.click();
    return () => input?.removeEventListener('cancel', cancelled);
  }, []);
  return (
    <input
      ref={picker}
      type="file"
      accept="image/png,image/jpeg,image/webp"
      hidden
      data-testid="pick-settings"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (file) setPicture({ file, alone: true });
        onClose();
      }}
    />
  );
}
