import { call } from '../../api/client.ts';
import { getUserInfo } from '../../api/contract/account.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { renewSession } from '../../db/account/renew-session.ts';

/**
 * Asks the platform again who is signed in: they may be VIP now, or not any more. Nothing happens where it can't be
 * asked; a session that it refuses is marked as run out.
 */
export async function refreshMyself(): Promise<void> {
  try {
    await asMyself(async (session) => {
      const { data } = await call(getUserInfo, { session });
      await renewSession(session.userToken, {
        account: data.account,
        nickname: data.nick,
        isVip: data.is_vip,
        isSuperUser: data.is_super_user,
      });
      if (data.former_keys.length > 0) {
        const { adoptFormer } = await import('./sign-in.ts');
        await adoptFormer(session.userKey, data.former_keys);
      }
    });
  } catch {
    // What is known holds.
  }
}
