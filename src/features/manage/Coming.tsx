import { Trans } from '@lingui/react/macro';

/** Said while what a section shows is on its way. */
export function Coming() {
  return (
    <p role="status">
      <Trans>Loading</Trans>
    </p>
  );
}
