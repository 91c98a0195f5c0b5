import { useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { IconCoins, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { payPageOf } from '../../domain/payments.ts';
import { formatNumber } from '../../words/intl.ts';
import classes from './BalanceBadge.module.css';
import { useClaimState } from './useClaimState.ts';
import { useBalance } from '../../live/useBalance.ts';
import { useSession } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';

/**
 * Credits at a glance, with a dot while today's free ones are not claimed. Nothing when signed out.
 * @param onOpen shows what they are, and gives today's
 */
export function BalanceBadge({ onOpen }: { onOpen: () => void }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const balance = useBalance();
  const pays = useSetting('pays');
  const claim = useClaimState(session?.userKey ?? null);
  if (!session || !balance) return null;
  const credits = formatNumber(balance.value.balance, i18n.locale);
  const claimable = claim === 'unclaimed';
  const badge = (
    <UnstyledButton
      className={classes.badge}
      aria-haspopup="dialog"
      onClick={onOpen}
      aria-label={
        claimable ? t`${credits} credits, today's free credits are waiting` : t`${credits} credits`
      }
    >
      <IconCoins size={18} stroke={1.75} aria-hidden />
      <span>{credits}</span>
      {claimable && <span className={classes.dot} aria-hidden />}
    </UnstyledButton>
  );
  if (!pays) return badge;
  return (
    <>
      {badge}
      <Link
        to={payPageOf[pays]}
        className={classes.buy}
        aria-label={t({ message: 'Buy credits', comment: 'Page title and link' })}
      >
        <IconPlus size={18} stroke={2} aria-hidden />
      </Link>
    </>
  );
}
