import * as contract from '../../src/api/contract/people.ts';
import type { Mount } from '../http/mount.ts';
import { describeActs, describePeople, giveCredits, setPerson } from './service.ts';
import type { AdministrationOptions } from './service.ts';

export function mountAdministration(mount: Mount, options: AdministrationOptions): void {
  mount(contract.listPeople, async ({ query }) => ({
    status: true as const,
    data: await describePeople(options, query),
  }));

  mount(contract.giveCredits, async ({ user, idempotencyKey, body, log }) => ({
    status: true as const,
    data: await giveCredits(options, user, idempotencyKey, body, log),
  }));

  mount(contract.setPerson, async ({ user, body, log }) => ({
    status: true as const,
    data: await setPerson(options, user, body, log),
  }));

  mount(contract.listActs, async ({ query }) => ({
    status: true as const,
    data: await describeActs(options.database, query),
  }));
}
