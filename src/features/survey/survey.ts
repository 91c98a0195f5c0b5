import { call } from '../../api/client.ts';
import { checkUserInfo, updateCareer } from '../../api/contract/survey.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { currentOwner } from '../../db/account/session.ts';
import { setOwnSetting } from '../../db/settings.ts';
import type { Career } from '../../domain/careers.ts';

/** What somebody has said that they do; null while they have not. @throws KilnError */
export const fetchCareer = (signal: AbortSignal): Promise<Career | null> =>
  asMyself(async (session) => {
    const { data } = await call(checkUserInfo, { session, signal });
    return data.user_career_id === '' ? null : data.user_career_id;
  });

/** @throws KilnError */
export async function tellCareer(career: Career): Promise<void> {
  await asMyself((session) => call(updateCareer, { session, body: { cid: career } }));
}

/** Notes that somebody has answered or does not want to; where it can't be written they are asked again next time. */
export async function noteClosed(): Promise<void> {
  await setOwnSetting(await currentOwner(), 'surveyClosedAtMs', Date.now()).catch(() => undefined);
}
