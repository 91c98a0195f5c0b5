import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { smallCover } from './small-cover.ts';
import { AppCover } from './AppCover.tsx';
import classes from './Editor.module.css';

/** The picture of an app: chosen from a file, or taken away. */
export function CoverField({
  src,
  onFile,
  onRemove,
}: {
  src: string | null;
  onFile: (cover: Blob) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);

  async function take(file: File) {
    setBusy(true);
    setRefused(false);
    const cover = await smallCover(file).catch(() => null);
    setBusy(false);
    if (cover) onFile(cover);
    else setRefused(true);
  }

  return (
    <div className={classes.coverRow}>
      <div className={classes.coverBox}>
        <AppCover src={src} />
      </div>
      <div className={classes.coverButtons}>
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconPhotoPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {src === null ? (
            <Trans comment="Button: of a card">Choose a picture</Trans>
          ) : (
            <Trans comment="Button: of a card">Choose another picture</Trans>
          )}
        </Button>
        {src !== null && (
          <Button
            variant="subtle"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden />}
            onClick={onRemove}
          >
            <Trans comment="Button: takes a picture away">Remove the picture</Trans>
          </Button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={t({ message: 'Picture of the app', comment: 'Field for a file' })}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be picked again after it was removed.
          currentTarget.value = '';
          if (file) void take(file);
        }}
      />
      {isRefused && (
        <p className={classes.error} role="alert">
          <Trans>This file can't be read as a picture. Choose another one.</Trans>
        </p>
      )}
    </div>
  );
}
