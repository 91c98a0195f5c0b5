import * as contract from '../../src/api/contract/engine-keys.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../http/problem.ts';
import type { Catalogue } from '../models/catalogue.ts';
import type { EngineKeys } from './keys.ts';

export function mountEngineKeys(mount: Mount, catalogue: Catalogue, keys: EngineKeys): void {
  function requireEngine(name: string): void {
    if (!catalogue.engine(name)?.takesOwnKeys) throw notFound('Engine');
  }

  mount(contract.listEngineKeys, async ({ user }) => {
    const set = await keys.engines(user.id);
    const taking = catalogue.engines.filter((engine) => engine.takesOwnKeys);
    return {
      status: true as const,
      data: taking.map(({ name }) => ({ engine: name, is_set: set.includes(name) })),
    };
  });

  mount(contract.setEngineKey, async ({ user, body }) => {
    requireEngine(body.engine);
    await keys.set(user.id, body.engine, body.key);
    return { status: true as const };
  });

  mount(contract.removeEngineKey, async ({ user, params }) => {
    requireEngine(params.engine);
    await keys.remove(user.id, params.engine);
    return { status: true as const };
  });
}
