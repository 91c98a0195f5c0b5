import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { payPageOf } from '../../domain/payments.ts';
import { useSetting } from '../../live/useSetting.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { keepStep } from './known-step.ts';
import { proceedOrder } from './orders.ts';
import type { WechatSearch } from './pay-search.ts';

/** Where WeChat leads back: with who somebody is, or after a payment (spec 2, section 2: `/wxredirect`). */
export function WechatReturn({ search: { order, code } }: { search: WechatSearch }) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Back from WeChat', comment: 'Page title' }));
  const pays = useSetting('pays');
  const navigate = useNavigate();
  // Read once: the address loses it at once.
  const [told] = useState(code);
  useEffect(() => {
    if (code !== undefined) {
      void navigate({ to: '/wxredirect', search: order ? { order } : {}, replace: true });
    }
  }, [code, order, navigate]);
  useEffect(() => {
    if (!order || !pays) return;
    const go = () => navigate({ to: payPageOf[pays], search: { order }, replace: true });
    if (told === undefined) {
      void go();
      return;
    }
    // Where it fails the order says so itself.
    proceedOrder(order, 'wechat', told)
      .then(({ step }) => keepStep(order, step))
      .catch(() => undefined)
      .finally(() => void go());
  }, [order, pays, told, navigate]);
  if (order) {
    return (
      <Page width="measure">
        <div role="status" aria-label={t`Loading`} />
      </Page>
    );
  }
  return (
    <Page width="measure">
      <EmptyState
        kind="missing"
        headingLevel={1}
        title={<Trans>There is no order at this address</Trans>}
        actions={
          <ButtonLink to="/me" variant="default">
            <Trans comment="Link to the page with account, credits and options">To your page</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>If you have paid, your credits come by themselves.</Trans>
        </p>
      </EmptyState>
    </Page>
  );
}
