import { Trans, useLingui } from '@lingui/react/macro';
import { deviceSeconds, isNamedAs, usualPixels } from '../../../diffusion/device-model.ts';
import type { DeviceModel } from '../../../diffusion/device-model.ts';
import { sourceMaxPixels } from '../../../diffusion/offers.ts';
import type { InputValues } from '../../../domain/model.ts';
import { useSetting } from '../../../live/useSetting.ts';
import { formatDuration } from '../../../words/intl.ts';

interface Size {
  width: number;
  height: number;
}

/** Pixels that decide over its time. */
function pixelsOf({ work }: DeviceModel, values: InputValues, [source]: readonly Size[]): number {
  if (work.task !== 'diffusion') {
    return source ? Math.min(sourceMaxPixels, source.width * source.height) : usualPixels({ work });
  }
  const { width, height } = work.run.defaults;
  return Number(values['width'] ?? width) * Number(values['height'] ?? height);
}

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
  sizes: readonly Size[];
}) {
  const { i18n } = useLingui();
  const found = useSetting('deviceModels')?.find((one) => isNamedAs(one, model));
  const pixels = found && pixelsOf(found, values, sizes);
  const seconds = found && deviceSeconds(found, values, pixels ?? 0, Number(values['n'] ?? 1));
  if (seconds === undefined || seconds === null) return null;
  const time = formatDuration(Math.max(1, seconds), i18n.locale);
  return <Trans>Made on this device, in about {time}. It needs no network.</Trans>;
}
