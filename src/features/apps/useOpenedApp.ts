import { rememberLinkedApp } from '../../db/linked-apps.ts';
import { currentOwner } from '../../db/account/session.ts';
import { useAppActions } from '../../ui/useAppActions.ts';

/** Puts somebody's app among the models of this device, which ask for it from then on. */
export function useOpenedApp(): (id: string) => Promise<void> {
  const { refreshModels } = useAppActions();
  return async (id) => {
    await rememberLinkedApp(await currentOwner(), id);
    void refreshModels();
  };
}
