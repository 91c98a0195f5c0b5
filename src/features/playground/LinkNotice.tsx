import { Trans } from '@lingui/react/macro';
import { Notice } from '../../ui/Notice.tsx';
import { SourceRefusalNotice } from './SourceRefusalNotice.tsx';
import type { LinkTrouble } from './deep-link.ts';

/** Why what a link asked for is not in the form, or not all of it. */
export function LinkNotice({ trouble }: { trouble: LinkTrouble }) {
  switch (trouble) {
    case 'gone':
      return (
        <Notice tone="warn" announce title={<Trans>That's no longer on this device</Trans>}>
          <Trans>It may have been deleted. The form is as you left it.</Trans>
        </Notice>
      );
    case 'not-on-device':
      return (
        <Notice tone="warn" announce title={<Trans>The full size isn't on this device</Trans>}>
          <Trans>It could not be fetched just now. Try again with a network.</Trans>
        </Notice>
      );
    case 'sources-offline':
      return (
        <Notice tone="warn" announce title={<Trans>Not every source file is here</Trans>}>
          <Trans>
            It was made from files that are in the studio, and the studio can't be reached now. The
            rest of the form is filled in. Try again with a network, or choose a file yourself.
          </Trans>
        </Notice>
      );
    case 'sources-gone':
      return (
        <Notice tone="warn" announce title={<Trans>A source file is gone</Trans>}>
          <Trans>
            A file that it was made from is no longer kept anywhere. The rest of the form is filled
            in; choose another file in its place.
          </Trans>
        </Notice>
      );
    case 'storage-full':
      return (
        <Notice tone="warn" announce title={<Trans>This device is full</Trans>}>
          <Trans>
            There is no room for the files that it was made from. Make room on the storage page,
            then try again.
          </Trans>
        </Notice>
      );
    case 'unsupported-media':
      return (
        <Notice tone="warn" announce title={<Trans>Format not supported</Trans>}>
          <Trans>This model can't work with that kind of file. Choose another one.</Trans>
        </Notice>
      );
    case 'no-picture-field':
      return (
        <Notice tone="warn" announce title={<Trans>This model takes no source file</Trans>}>
          <Trans>Choose another tool for it.</Trans>
        </Notice>
      );
    default:
      return <SourceRefusalNotice refusal={trouble} types="" />;
  }
}
