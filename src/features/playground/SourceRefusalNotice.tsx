import { Trans, useLingui } from '@lingui/react/macro';
import { uploadMaxBytes } from '../../domain/limits.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatBytes } from '../../words/intl.ts';
import type { SourceRefusal } from './store-source.ts';

/** Why a picked picture was not taken, and what to do about it. */
export function SourceRefusalNotice({ refusal, types }: { refusal: SourceRefusal; types: string }) {
  const { i18n } = useLingui();
  const limit = formatBytes(uploadMaxBytes, i18n.locale);
  switch (refusal) {
    case 'unsupported-media':
      return (
        <Notice tone="warn" announce title={<Trans>Format not supported</Trans>}>
          <Trans>This model takes {types}.</Trans>
        </Notice>
      );
    case 'heic':
      return (
        <Notice tone="warn" announce title={<Trans>This browser can't open HEIC photos</Trans>}>
          <Trans>
            Save the photo as JPEG and choose it again. On an iPhone, Settings › Camera › Formats ›
            Most Compatible makes every new photo a JPEG.
          </Trans>
        </Notice>
      );
    case 'avif':
    case 'tiff':
      return (
        <Notice tone="warn" announce title={<UnopenedTitle format={refusal.toUpperCase()} />}>
          <Trans>Open it in a picture viewer, save it as PNG or JPEG, and choose that one.</Trans>
        </Notice>
      );
    case 'too-large':
      return (
        <Notice tone="warn" announce title={<Trans>The file is too large</Trans>}>
          <Trans>Up to {limit} fit. Choose a smaller picture.</Trans>
        </Notice>
      );
    case 'unreadable':
      return (
        <Notice tone="warn" announce title={<Trans>This file can't be opened</Trans>}>
          <Trans>It may be damaged or not a picture at all. Choose another one.</Trans>
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warn" announce title={<Trans>The picture couldn't be made ready</Trans>}>
          <Trans>Choose it again, or a smaller one.</Trans>
        </Notice>
      );
    case 'storage-full':
      return (
        <Notice tone="danger" announce title={<Trans>This device has no room left</Trans>}>
          <Trans>Nothing is lost. Free some space and choose the picture again.</Trans>
        </Notice>
      );
  }
}

function UnopenedTitle({ format }: { format: string }) {
  return <Trans>This browser can't open {format} pictures</Trans>;
}
