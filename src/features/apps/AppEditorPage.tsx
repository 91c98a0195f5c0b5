import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { asLanguage } from '../../domain/languages.ts';
import { useModels } from '../../live/useModels.ts';
import { useOwner } from '../../live/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState, type EmptyKind } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { AppEditor } from './AppEditor.tsx';
import { toolsForApps, type StartTrouble } from './load-draft.ts';
import { useAppDraft } from './useAppDraft.ts';
import { LoadingCards } from './ToolCards.tsx';

/** Where an app is made or changed: `/template/new`, `/template/edit/{id?}` (spec 1, section 2). */
export function AppEditorPage({ app, work }: { app: string | null; work: WorkId | null }) {
  const { t } = useLingui();
  usePageTitle(
    app === null
      ? t({ message: 'Make an app', comment: 'Page title' })
      : t({ message: 'Edit an app', comment: 'Page title' }),
  );
  const owner = useOwner();
  const models = useModels();
  if (owner === undefined || models === undefined) return <Loading />;
  if (owner === null) return <SignedOut />;
  if (models === null || toolsForApps(models).length === 0) return <Trouble trouble="no-model" />;
  return <Editor key={`${owner} ${app} ${work}`} owner={owner} app={app} work={work} />;
}

function Editor({ owner, app, work }: { owner: UserKey; app: string | null; work: WorkId | null }) {
  const { i18n } = useLingui();
  const { start, ...rest } = useAppDraft(owner, { app, work }, asLanguage(i18n.locale));
  if (start === undefined) return <Loading />;
  if (typeof start === 'string') return <Trouble trouble={start} onAgain={rest.again} />;
  return <AppEditor start={start} isNew={app === null} {...rest} />;
}

function Loading() {
  return (
    <Page>
      <LoadingCards />
    </Page>
  );
}

function SignedOut() {
  const { requestSignIn } = useAppActions();
  return (
    <Page width="measure">
      <EmptyState
        kind="signed-out"
        headingLevel={1}
        title={<Trans>Sign in to make an app</Trans>}
        actions={
          <Button onClick={() => void requestSignIn()}>
            <Trans comment="Button">Sign in</Trans>
          </Button>
        }
      >
        <p>
          <Trans>An app belongs to an account, so that you can change it on every device.</Trans>
        </p>
      </EmptyState>
    </Page>
  );
}

function Trouble({ trouble, onAgain }: { trouble: StartTrouble; onAgain?: () => void }) {
  const words: Record<StartTrouble, { kind: EmptyKind; title: ReactNode; advice: ReactNode }> = {
    missing: {
      kind: 'missing',
      title: <Trans comment="An app is a ready-made template">This app isn't here</Trans>,
      advice: <Trans>It was deleted, or belongs to another account.</Trans>,
    },
    'no-model': {
      kind: 'failed',
      title: <Trans>The model for it isn't here</Trans>,
      advice: <Trans>Only what the studio itself runs can become an app.</Trans>,
    },
    offline: {
      kind: 'offline',
      title: <Trans>Changing an app needs a network</Trans>,
      advice: <Trans>Using it does not. What you make meanwhile leaves later.</Trans>,
    },
    failed: {
      kind: 'failed',
      title: <Trans>The app can't be shown just now</Trans>,
      advice: <Trans>Nothing of it is lost. Try again in a moment.</Trans>,
    },
  };
  const { kind, title, advice } = words[trouble];
  return (
    <Page width="measure">
      <EmptyState
        kind={kind}
        headingLevel={1}
        title={title}
        actions={
          <>
            {onAgain && (trouble === 'offline' || trouble === 'failed') && (
              <Button onClick={onAgain}>
                <Trans comment="Button: once more what failed">Try again</Trans>
              </Button>
            )}
            <ButtonLink to="/smart-apps" variant="default">
              <Trans comment="Link: to the page of all apps">All apps</Trans>
            </ButtonLink>
          </>
        }
      >
        <p>{advice}</p>
      </EmptyState>
    </Page>
  );
}
