import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import type { Roles } from '../http/caller.ts';

/**
 * Roles by the environment's super users, by who was made one, and the deployment's lists of the privileged.
 * @param privileged the lists as they are at the moment of asking
 */
export function createRoles(
  superUsers: ReadonlySet<string>,
  privileged: () => DeploymentSettings['privileged'],
): Roles {
  const isSuperUser: Roles['isSuperUser'] = (caller) =>
    caller.isSuperUser || superUsers.has(String(caller.id));
  return {
    isSuperUser,
    mayUse(user, privilege) {
      const list = privileged()[privilege];
      if (list === null) return true;
      return user !== null && (isSuperUser(user) || list.includes(String(user.id)));
    },
  };
}
