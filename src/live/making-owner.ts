import { ownerOf } from '../db/account/session.ts';
import { settingIn } from '../db/settings.ts';
import { derivedQuery } from './shared-query.ts';
import { storedSettings } from './stored-settings.ts';

/** @see useMakingOwner */
export const makingOwner = derivedQuery(storedSettings, (stored) => {
  const known = settingIn(stored, 'session');
  // Once there was a model on this device, whoever is here may have made something.
  return known || stored.has('deviceModels') ? ownerOf(known) : null;
});
