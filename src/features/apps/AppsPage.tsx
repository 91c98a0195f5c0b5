import { asLanguage } from '../../domain/languages.ts';
import { modelTexts } from '../../domain/model.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { modelsForType, type ModelItem } from '../../domain/model.ts';
import { modeOf, toolEntries, type ToolEntry } from '../../domain/tool-entries.ts';
import { useCachedModels } from '../../live/useModels.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CardGrid, LinkCard } from '../../ui/LinkCard.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { entryWords } from '../../words/tools.ts';
import { useAsOf } from '../../words/useAsOf.ts';
import classes from './AppsPage.module.css';

/** Every tool that runs here now, with what stands behind it. */
export function AppsPage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Apps', comment: 'Page title: the tools there are' }));
  const cached = useCachedModels();
  const models = cached && cached.value;
  const asOf = useAsOf(cached, useOnline());
  const tools = models ? toolEntries(models) : [];
  return (
    <Page>
      <PageHeader
        title={<Trans comment="Page title: the tools there are">Apps</Trans>}
        description={
          <Trans>
            The tools you can use right now. One without an engine behind it is not listed.
          </Trans>
        }
      />
      {models === undefined && <LoadingCards />}
      {models && tools.length > 0 && (
        <CardGrid>
          {tools.map((entry) => (
            <li key={`${entry.type} ${entry.mode}`}>
              <AppCard
                entry={entry}
                models={modelsForType(models, entry.type).filter(
                  (model) => modeOf(model) === entry.mode,
                )}
              />
            </li>
          ))}
        </CardGrid>
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
    </Page>
  );
}

function AppCard({ entry, models }: { entry: ToolEntry; models: readonly ModelItem[] }) {
  const { i18n, t } = useLingui();
  const words = entryWords(entry);
  const language = asLanguage(i18n.locale);
  const first = models[0] && modelTexts(models[0], language);
  const available = models.some((model) => model.available);
  const marks = [
    ...new Set(models.map((model) => modelTexts(model, language).mark).filter(Boolean)),
  ];
  const labels = [
    ...(available
      ? []
      : [
          <StatusPill key="unavailable" tone="warn">
            {first?.unavailable || t`Not reachable right now`}
          </StatusPill>,
        ]),
    ...marks.map((mark) => <StatusPill key={mark}>{mark}</StatusPill>),
    ...(models.length > 1
      ? [
          <StatusPill key="count">
            <Plural value={models.length} one="# model" other="# models" />
          </StatusPill>,
        ]
      : []),
  ];
  return (
    <LinkCard
      to="/generate/{-$type}/{-$model}"
      params={{ type: entry.type, model: entry.model ?? undefined }}
      icon={<words.icon size={22} stroke={1.75} />}
      title={i18n._(words.label)}
      blurb={
        <>
          {i18n._(words.blurb)}
          {first?.description && <span className={classes.description}>{first.description}</span>}
        </>
      }
      labels={labels.length > 0 && labels}
    />
  );
}

function LoadingCards() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      <CardGrid>
        {[0, 1, 2].map((index) => (
          <li key={index} className={classes.bone} />
        ))}
      </CardGrid>
    </div>
  );
}
