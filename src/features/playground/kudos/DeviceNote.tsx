import { Trans, useLingui } from '@lingui/react/macro';
import { deviceSeconds, isNamedAs } from '../../../diffusion/device-model.ts';
import type { InputValues } from '../../../domain/model.ts';
import { useSetting } from '../../../live/useSetting.ts';
import { formatDuration } from '../../../words/intl.ts';

/**
 * How long a request takes that this device carries out itself: said before one presses.
 * @param sizes of the pictures that it works on
 */
export function DeviceNote({
  model,
  values,
  sizes,
}: {
  model: string;
  values: InputValues;
  sizes: readonly { width: number; height: number }[];
}) {
  const { i18n } = useLingui();
  const found = useSetting('deviceModels')?.find((one) => isNamedAs(one, model));
  const seconds = found ? deviceSeconds(found, values, sizes) : null;
  if (seconds === null) return null;
  const time = formatDuration(Math.max(1, seconds), i18n.locale);
  return <Trans>Made on this device, in about {time}. It needs no network.</Trans>;
}
