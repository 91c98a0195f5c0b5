import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useOwner } from '../../live/useSession.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { ImportPanel } from './ImportPanel.tsx';

/** Works that come from elsewhere. */
export function ArchivePage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Archives', comment: 'Page title: archives of works' }));
  const owner = useOwner();
  if (owner === null) return <SignedOut />;
  return (
    <Page width="measure">
      <PageHeader
        title={<Trans comment="Page title: archives of works">Archives</Trans>}
        description={<Trans>What you made elsewhere can have a place here, too.</Trans>}
      />
      <Section title={<Trans comment="Heading: import of works">Bring works in</Trans>}>
        {owner !== undefined && <ImportPanel owner={owner} />}
      </Section>
    </Page>
  );
}

function SignedOut() {
  const { requestSignIn } = useAppActions();
  return (
    <Page>
      <EmptyState
        kind="signed-out"
        headingLevel={1}
        title={<Trans>Sign in to bring works in</Trans>}
        actions={
          <Button onClick={() => void requestSignIn()}>
            <Trans comment="Button">Sign in</Trans>
          </Button>
        }
      >
        <p>
          <Trans>What you bring is kept on this device and shown only to you.</Trans>
        </p>
      </EmptyState>
    </Page>
  );
}
