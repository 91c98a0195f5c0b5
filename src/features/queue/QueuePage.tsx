import { Trans, useLingui } from '@lingui/react/macro';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { QueuePanel } from './QueuePanel.tsx';

/** The queue as a page of its own, for links and notifications. */
export function QueuePage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Queue', comment: 'Title of the list of requests' }));
  return (
    <Page width="measure">
      <PageHeader title={<Trans comment="Title of the list of requests">Queue</Trans>} />
      <QueuePanel />
    </Page>
  );
}
