import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMakingOwner } from '../../live/useSession.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { nothingChosen, type ExportChoice } from './export-scopes.ts';
import { ExportPanel } from './ExportPanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';

/** Works that leave in one file, and works that come from elsewhere. */
export function ArchivePage({ choice = nothingChosen }: { choice?: ExportChoice }) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Archives', comment: 'Page title: archives of works' }));
  const owner = useMakingOwner();
  if (owner === null) return <SignedOut />;
  return (
    <Page width="measure">
      <PageHeader
        title={<Trans comment="Page title: archives of works">Archives</Trans>}
        description={
          <Trans>
            Your works in one file that opens without Kiln and without a network. What you made
            elsewhere can have a place here, too.
          </Trans>
        }
      />
      <Section title={<Trans comment="Heading: export of works">Take works along</Trans>}>
        {owner !== undefined && <ExportPanel key={owner} owner={owner} choice={choice} />}
      </Section>
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
        title={<Trans>Sign in to take works along or bring some in</Trans>}
        actions={
          <Button onClick={() => void requestSignIn()}>
            <Trans comment="Button">Sign in</Trans>
          </Button>
        }
      >
        <p>
          <Trans>What you make or bring is kept on this device and shown only to you.</Trans>
        </p>
      </EmptyState>
    </Page>
  );
}
