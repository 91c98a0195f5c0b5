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

  mount(contract.listSettingsVersions, async ({ query }) => {
    const { page, per_page: limit } = query;
    const { rows, total } = await settings.versions({ limit, offset: (page - 1) * limit });
    const data = rows.map(({ version, userId, createdAt }) => ({
      version,
      uid: userId === null ? null : String(userId),
      created_at: createdAt.toISOString(),
    }));
    return { status: true as const, data: { data, total } };
  });

  mount(contract.getSettingsVersion, async ({ params: { version } }) => ({
    status: true as const,
    data: { version, settings: await settings.at(version) },
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
