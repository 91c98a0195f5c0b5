import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetLinkFact } from '../../db/link-facts.ts';
import { useLinkFact } from '../../live/useLinkFact.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { GiftCard } from './GiftCard.tsx';

/**
 * Where a link with credits leads (spec 2, section 2: `/getpoint/:id?`).
 * @param id of the address; without one the address takes the one that an earlier link brought along
 */
export function GetPointPage({ id }: { id: string | null }) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Credits for you', comment: 'Title of the page that gives some' }));
  const fact = useLinkFact('pointId');
  const kept = fact ?? null;
  const navigate = useNavigate();
  useEffect(() => {
    if (kept === null) return;
    if (id === null) {
      void navigate({ to: '/getpoint/{-$id}', params: { id: kept }, replace: true });
    }
    // From here on the address keeps it, through a reload and a sign-in, too.
    void forgetLinkFact('pointId').catch(() => {});
  }, [id, kept, navigate]);
  return (
    <Page width="measure">
      <PageHeader
        title={<Trans comment="Title of the page that gives some">Credits for you</Trans>}
      />
      {(id !== null || fact !== undefined) && <GiftCard id={id ?? kept} />}
    </Page>
  );
}
