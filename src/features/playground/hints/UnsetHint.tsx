import { Trans } from '@lingui/react/macro';

/** Of a setting that has no value until somebody chooses one. */
export function UnsetHint() {
  return <Trans>Not set: the model uses a value of its own.</Trans>;
}
