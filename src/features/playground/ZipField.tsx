import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFileZip, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import { uploadLimits } from '../../domain/uploads.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatBytes } from '../../words/intl.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import type { FormField } from './form-plan.ts';
import { useFilePlace } from './sources/useFilePlace.ts';
import { ZoneHint } from './sources/ZoneHint.tsx';
import { usePickedFile } from './usePickedFile.tsx';
import classes from './SourceField.module.css';
import type { FileRefusal } from './store-file.ts';
import { fieldId, type Workbench } from './useWorkbench.ts';

const LeftOut = lazyWithWords(() =>
  import('./sources/LeftOut.tsx').then((module) => module.LeftOut),
);

/** A zip of pictures that a style is learnt from, kept on the device at once. */
export function ZipField({
  bench,
  field,
  first,
}: {
  bench: Workbench;
  field: FormField;
  first: boolean;
}) {
  const { t, i18n } = useLingui();
  const { mediaId, media, busy, refusal, input, take, choose } = usePickedFile(
    bench,
    field.name,
    'training',
  );
  const { ref, over, left } = useFilePlace({
    isCovered: false,
    isEmpty: mediaId === null && !busy,
    takesStray: true,
    most: 1,
    onFiles: ([file]) => take(file),
  });
  const { title, description } = field.property;

  return (
    <div className={classes.root} ref={ref} role="group" aria-label={title}>
      {input}
      <div className={classes.zone} data-over={over || undefined} aria-busy={busy || undefined}>
        <span className={classes.arch} aria-hidden>
          <IconFileZip size={28} stroke={1.5} />
        </span>
        <p className={classes.title}>{over ? <Trans>Let go to use it</Trans> : title}</p>
        {mediaId === null ? (
          <div className={classes.buttons}>
            <Button id={fieldId(field.name)} variant="default" onClick={choose} loading={busy}>
              <Trans>Choose a zip</Trans>
            </Button>
          </div>
        ) : (
          <>
            <p className={classes.name}>
              {media ? (
                `${media.name} · ${formatBytes(media.bytes, i18n.locale)}`
              ) : media === null ? (
                <Trans>This zip is no longer on the device.</Trans>
              ) : null}
            </p>
            <div className={classes.buttons}>
              <Button
                id={fieldId(field.name)}
                variant="default"
                leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
                loading={busy}
                onClick={choose}
              >
                <Trans comment="Button: choose another zip instead">Replace</Trans>
              </Button>
              <Button
                variant="subtle"
                leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
                disabled={busy}
                onClick={() => bench.setSource(field.name, null)}
              >
                <Trans comment="Button: take the zip out of the form">Remove</Trans>
              </Button>
            </div>
          </>
        )}
        <ZoneHint
          drop={first && <Trans>Or drop it anywhere, or paste it.</Trans>}
          says={description}
          limit={t`Up to ${formatBytes(uploadLimits.training.maxBytes, i18n.locale)}.`}
        />
      </div>
      {refusal && <RefusalNotice refusal={refusal} />}
      {left > 0 && (
        <Suspense fallback={null}>
          <LeftOut count={left} />
        </Suspense>
      )}
    </div>
  );
}

function RefusalNotice({ refusal }: { refusal: FileRefusal }) {
  const { i18n } = useLingui();
  const limit = formatBytes(uploadLimits.training.maxBytes, i18n.locale);
  return (
    <Notice tone={refusal === 'storage-full' ? 'danger' : 'warn'} announce>
      {refusal === 'unsupported-media' ? (
        <Trans>Only zip files are taken.</Trans>
      ) : refusal === 'too-large' ? (
        <Trans>The zip is too large: up to {limit} fit.</Trans>
      ) : refusal === 'storage-full' ? (
        <Trans>This device has no room left for the zip. Free some space and try again.</Trans>
      ) : (
        <Trans>The zip couldn't be read. Choose it again.</Trans>
      )}
    </Notice>
  );
}
