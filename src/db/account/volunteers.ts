import type { UserKey } from '../../domain/ids.ts';
import { isByVolunteers } from '../../domain/volunteers.ts';
import { getOwnSetting, setOwnSetting } from '../settings.ts';

/** Whether this person has agreed that volunteers see what they ask for. */
export async function agreesToVolunteers(owner: UserKey): Promise<boolean> {
  return getOwnSetting(owner, 'agreesToVolunteers');
}

export async function setAgreesToVolunteers(owner: UserKey, agrees: boolean): Promise<void> {
  await setOwnSetting(owner, 'agreesToVolunteers', agrees);
}

/** Whether a request has to wait for a person's answer: it would leave for volunteers, and they have not agreed. */
export async function needsAgreement(owner: UserKey, model: string): Promise<boolean> {
  return isByVolunteers(model) && !(await agreesToVolunteers(owner));
}
