import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFolderOpen, IconPackageImport } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import classes from './ImportPanel.module.css';

const accepted =
  '.zip,application/zip,image/*,video/mp4,video/webm,audio/*,.glb,.ply,.obj,.txt,.json';

/** Takes files by drop and by a button; the button alone does for keyboards and phones. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useLingui();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a way beside the button, for those who drag
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      role="group"
      aria-label={t`Files to bring in`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconPackageImport className={classes.zoneIcon} size={30} stroke={1.5} aria-hidden />
      <p className={classes.lead}>
        <Trans>Drop archives or files here</Trans>
      </p>
      <p className={classes.quiet}>
        <Trans>
          Archives of Kiln, stable-ui and ArtBot, any other ZIP of pictures, videos, sounds and 3D
          objects, or the files themselves. Prompts and settings that A1111, Civitai or ComfyUI
          wrote into them come along.
        </Trans>
      </p>
      <ChooseFiles onFiles={onFiles} />
    </div>
  );
}

/** Several at a time. */
export function ChooseFiles({
  onFiles,
  isQuiet = false,
}: {
  onFiles: (files: File[]) => void;
  isQuiet?: boolean;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFolderOpen size={18} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {isQuiet ? (
          <Trans comment="Button: picks other files instead">Choose others</Trans>
        ) : (
          <Trans comment="Button: picks files to import">Choose files</Trans>
        )}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={accepted}
        data-testid="pick-import"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same files may be picked again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
