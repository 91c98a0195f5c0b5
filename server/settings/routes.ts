import * as contract from '../../src/api/contract/settings.ts';
import type { Mount } from '../http/mount.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { defaultSettings } from './form.ts';
import type { Settings } from './service.ts';

export function mountSettings(mount: Mount, settings: Settings, limits: RateLimits): void {
  const now = () => ({ version: settings.version(), settings: settings.current() });

  mount(contract.getSettings, () => ({
    status: true as const,
    data: { ...now(), defaults: defaultSettings },
  }));

  mount(contract.putSettings, async ({ user, body, log }) => {
    await settings.change(body.version, body.settings, user.id);
    log.info({ user: user.id, version: settings.version() }, 'settings changed');
    return { status: true as const, data: now() };
  });

  mount(contract.reportVisit, async ({ body, log, network }) => {
    await limits.visitor(network);
    const counted = settings.current().counts_visits;
    if (counted) log.info({ path: body.path }, 'visit');
    return { data: { counted } };
  });
}
