import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Loader, NativeSelect } from '@mantine/core';
import { IconCamera, IconCheck, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { inPassing } from '../../../db/in-passing.ts';
import { setSetting } from '../../../db/settings.ts';
import { useSetting } from '../../../live/useSetting.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import classes from './CameraDialog.module.css';
import { useCamera, type CameraTrouble } from './useCamera.ts';

const quality = 0.92;

/** The camera's picture as it is now; null before there is any. */
async function photograph(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  if (canvas.width === 0) return null;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  return blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}

/** Takes a photo with this device's camera, which is on only while the dialog is open. */
export function CameraDialog({
  opened,
  onClose,
  onPicture,
}: {
  opened: boolean;
  onClose: () => void;
  onPicture: (file: File) => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<Trans comment="Title of a dialog with the camera's picture">Take a photo</Trans>}
      width={720}
      fullOnPhone
    >
      {opened && <Camera onPicture={onPicture} />}
    </Dialog>
  );
}

function Camera({ onPicture }: { onPicture: (file: File) => void }) {
  const { t } = useLingui();
  const chosen = useSetting('camera');
  const { stream, cameras, current, trouble, retry } = useCamera(chosen);
  const video = useRef<HTMLVideoElement>(null);
  const [live, setLive] = useState<MediaStream | null>(null);
  const isLive = live !== null && live === stream;
  /** Of its sides, once it is known. */
  const [ratio, setRatio] = useState<string>();
  const [photo, setPhoto] = useState<File | null>(null);
  const url = useObjectUrl(photo);

  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);

  async function take() {
    if (video.current) setPhoto(await photograph(video.current));
  }

  const choice = cameras.length > 1 && (
    <NativeSelect
      className={classes.choice}
      aria-label={t({ message: 'Camera', comment: 'Choice of one camera of several' })}
      value={current ?? chosen ?? ''}
      data={cameras.map(({ id, name }, at) => ({
        value: id,
        label:
          name || t({ message: `Camera ${at + 1}`, comment: 'A camera whose name is not known' }),
      }))}
      onChange={({ currentTarget: { value } }) => inPassing(setSetting('camera', value))}
    />
  );

  if (trouble && !photo) {
    return (
      <Notice
        tone="warn"
        announce
        title={titles[trouble]()}
        actions={
          <>
            {choice}
            <Button variant="default" onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          </>
        }
      >
        {ways[trouble]()}
      </Notice>
    );
  }
  return (
    <div className={classes.root}>
      <div className={classes.view} style={{ aspectRatio: ratio }}>
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          hidden={photo !== null}
          aria-label={t`What the camera sees`}
          onPlaying={({ currentTarget: { videoWidth, videoHeight } }) => {
            setRatio(`${videoWidth} / ${videoHeight}`);
            setLive(stream);
          }}
        />
        {photo && url && <img src={url} alt={t`The photo`} />}
        {!isLive && (
          <p className={classes.waiting} role="status">
            <Loader size="sm" />
            <Trans>Waiting for the camera. The browser may ask you first.</Trans>
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        {!photo && choice}
        {photo ? (
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />}
              onClick={() => setPhoto(null)}
            >
              <Trans comment="Button: throw the photo away and take another one">Take again</Trans>
            </Button>
            <Button
              leftSection={<IconCheck size={20} stroke={1.75} aria-hidden />}
              onClick={() => onPicture(photo)}
            >
              <Trans comment="Button: take the photo into the form">Use the photo</Trans>
            </Button>
          </>
        ) : (
          <Button
            leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
            disabled={!isLive}
            onClick={() => void take()}
          >
            <Trans comment="Button: the camera takes a photo now">Take it</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

const titles: Readonly<Record<CameraTrouble, () => React.ReactNode>> = {
  refused: () => <Trans>Kiln may not use the camera</Trans>,
  none: () => <Trans>No camera is connected</Trans>,
  busy: () => <Trans>The camera is in use</Trans>,
  ended: () => <Trans>The camera was switched off</Trans>,
  failed: () => <Trans>The camera can't be used here</Trans>,
};

const ways: Readonly<Record<CameraTrouble, () => React.ReactNode>> = {
  refused: () => (
    <Trans>
      Allow it in the browser, by the sign beside the address, and try again. Or choose a picture
      that is there already.
    </Trans>
  ),
  none: () => <Trans>Connect one and try again, or choose a picture that is there already.</Trans>,
  busy: () => <Trans>Another program has it. Close that one and try again.</Trans>,
  ended: () => <Trans>It was unplugged, or its permission was taken back.</Trans>,
  failed: () => <Trans>Choose a picture that is there already.</Trans>,
};
