import { useLingui } from '@lingui/react/macro';
import { deviceName } from '../../domain/device-names.ts';

/** Says what a device is called by how its browser names itself. */
export function useDeviceName(): (userAgent: string) => string {
  const { t } = useLingui();
  return (userAgent) => {
    const { browser, system } = deviceName(userAgent);
    const known = [browser, system].filter((part) => part !== null);
    return known.length > 0
      ? known.join(' · ')
      : t({ message: 'Another program', comment: 'Name of a device that is not a known browser' });
  };
}
