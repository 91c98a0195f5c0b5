import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { asLanguage } from '../../domain/languages.ts';
import { modelsForType, modelTexts, type ListedModel } from '../../domain/model.ts';
import { isOffered } from '../../domain/model-choice.ts';
import { toolEntries } from '../../domain/tool-entries.ts';
import { useCommunity } from '../../live/useCommunity.ts';
import { useCachedModels } from '../../live/useModels.ts';
import { useOwner } from '../../live/useSession.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { useAsOf } from '../../words/useAsOf.ts';
import { AppCard, type ShownApp } from './AppCard.tsx';
import classes from './Apps.module.css';
import { OwnApps } from './OwnApps.tsx';
import { SharedApps } from './SharedApps.tsx';
import { LoadingCards, ToolCards } from './ToolCards.tsx';

/** Ready-made forms, one's own and those of others, and every tool that runs here now. */
export function AppsPage({
  words,
  onWords,
}: {
  /** By which apps of others are looked for, as the address says. */
  words: string;
  onWords: (words: string) => void;
}) {
  const { t, i18n } = useLingui();
  usePageTitle(t({ message: 'Apps', comment: 'Page title: the tools there are' }));
  const cached = useCachedModels();
  const community = useCommunity();
  // Together, so that nothing moves what is there already.
  const models = community === undefined ? undefined : cached && cached.value;
  const asOf = useAsOf(cached, useOnline());
  const owner = useOwner();
  const hasPlatform = community === null;
  const tools = models ? toolEntries(models).filter(({ type }) => type !== 'Apps') : [];
  const uid = owner?.split('@')[0] ?? null;
  const apps = models ? modelsForType(models, 'Apps').filter(isOffered) : [];
  const isOwn = ({ uid: whose }: ListedModel) => whose !== null && whose === uid;
  const shown = (app: ListedModel): ShownApp => {
    const { label, description, unavailable } = modelTexts(app, asLanguage(i18n.locale));
    const { model: id, cover, cost } = app;
    return { id, name: label, description, cover, cost, author: null, unavailable };
  };
  const own = apps.filter(isOwn).map(shown);
  const readyMade = apps.filter((app) => !isOwn(app)).map(shown);

  return (
    <Page>
      <PageHeader
        title={<Trans comment="Page title: the tools there are">Apps</Trans>}
        description={
          <Trans>
            An app is a form in which most is already decided. Below are all tools that you can use
            right now.
          </Trans>
        }
        actions={
          hasPlatform && (
            <ButtonLink
              to="/template/new"
              leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
            >
              <Trans comment="Button: to the form in which an app is made">Make an app</Trans>
            </ButtonLink>
          )
        }
      />
      {own.length > 0 && (
        <Section title={t({ message: 'Your apps', comment: 'Heading: apps that one has made' })}>
          <OwnApps apps={own} />
        </Section>
      )}
      {readyMade.length > 0 && (
        <Section title={t({ message: 'Ready-made', comment: 'Heading: apps to use at once' })}>
          <ul
            className={classes.grid}
            aria-label={t({ message: 'Ready-made', comment: 'Heading: apps to use at once' })}
          >
            {readyMade.map((app) => (
              <li key={app.id}>
                <AppCard app={app} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {models === undefined && <LoadingCards />}
      {models && tools.length > 0 && (
        <Section
          title={t({ message: 'Tools', comment: 'Heading: text to image, upscaling and so on' })}
        >
          <ToolCards tools={tools} models={models} />
        </Section>
      )}
      <AsOf time={asOf} />
      {models !== undefined && tools.length === 0 && (
        <EmptyState
          kind="offline"
          title={<Trans>The list of tools is not on this device yet</Trans>}
        >
          <p>
            <Trans>
              It is fetched at the first visit with a network, and then stays. Nothing you made is
              affected.
            </Trans>
          </p>
        </EmptyState>
      )}
      {hasPlatform && (
        <Section title={t({ message: 'From others', comment: 'Heading: apps that people made' })}>
          <SharedApps words={words} onWords={onWords} />
        </Section>
      )}
    </Page>
  );
}
