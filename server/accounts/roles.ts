import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import type { Roles } from '../http/caller.ts';

/**
 * Roles by the environment's super users and the deployment's lists of the privileged.
 * @param privileged the lists as they are at the moment of asking
 */
export function createRoles(
  superUsers: ReadonlySet<string>,
  privileged: () => DeploymentSettings['privileged'],
): Roles {
  const isSuperUser = ({ id }: { id: number }) => superUsers.has(String(id));
  return {
    isSuperUser,
    mayUse(user, privilege) {
      const list = privileged()[privilege];
      if (list === null) return true;
      return user !== null && (isSuperUser(user) || list.includes(String(user.id)));
    },
  };
}
