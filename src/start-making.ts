import { goOnInstalling, keepRuntime, onDeviceModels } from './features/making/installing.ts';
import { superviseMaking } from './features/making/supervise.ts';
import { findDeviceModel } from './jobs/models-here.ts';

let isStarted = false;

/**
 * Starts what makes pictures on this device, where a model is here or on its way.
 * @param refreshModels has the list of models read anew
 * @param wakeQueue what was made is told to the platform
 */
export function startMaking(refreshModels: () => void, wakeQueue: () => void): void {
  if (isStarted) return;
  isStarted = true;
  onDeviceModels(refreshModels);
  void goOnInstalling();
  void keepRuntime().catch(() => undefined);
  superviseMaking(findDeviceModel, wakeQueue);
}
