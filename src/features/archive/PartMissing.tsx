import { Trans } from '@lingui/react/macro';
import { Notice } from '../../ui/Notice.tsx';

/** What few people open comes when there is a network and time, and may not be here when that goes. */
export function PartMissing() {
  return (
    <Notice tone="warn" announce title={<Trans>This part of the app is not here yet</Trans>}>
      <Trans>
        It comes by itself while there is a network, and works without one from then on. Your works
        are safe on this device.
      </Trans>
    </Notice>
  );
}
