import type { DeviceBuilds, DeviceModel } from '../diffusion/device-model.ts';
import { db, guardStorage } from './database.ts';
import { getSetting } from './settings.ts';

/** Models on this device, as they are noted here; their files lie in the browser's file system. */

/**
 * Changes the list as it is now; `change` returns the list that is to be.
 * @throws KilnError `storage-full`
 */
export async function changeDeviceModels(
  change: (models: readonly DeviceModel[]) => readonly DeviceModel[],
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const value = change(await getSetting('deviceModels'));
      await db.settings.put({ key: 'deviceModels', value });
      // Without a model nothing is run.
      if (value.length === 0) await db.settings.put({ key: 'deviceBuilds', value: null });
    }),
  );
}

/** Changes what is noted of one model. @returns it as it is then; null where it is not here */
export async function changeDeviceModel(
  id: string,
  changes: Partial<DeviceModel>,
): Promise<DeviceModel | null> {
  let changed: DeviceModel | null = null;
  await changeDeviceModels((models) =>
    models.map((model) => {
      if (model.id !== id) return model;
      changed = { ...model, ...changes };
      return changed;
    }),
  );
  return changed;
}

/** Notes a model, in the place of one of the same id, and what runs it. */
export async function addDeviceModel(model: DeviceModel, builds: DeviceBuilds): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      await changeDeviceModels((models) => [...models.filter(({ id }) => id !== model.id), model]);
      await db.settings.put({ key: 'deviceBuilds', value: builds });
    }),
  );
}
