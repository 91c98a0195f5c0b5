import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { getCache } from '../../db/caches.ts';
import { modelsForType, toolsOf, type ModelItem } from '../../domain/model.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CardGrid, LinkCard } from '../../ui/LinkCard.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useOnline } from '../../ui/online.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { toolWords } from '../../words/tools.ts';
import { useAsOf } from '../../words/useAsOf.ts';
import classes from './AppsPage.module.css';

/** Every tool that runs here now, with what stands behind it. */
export function AppsPage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Apps', comment: 'Page title: the tools there are' }));
  const cached = useLiveQuery(async () => (await getCache('models')) ?? null);
  const models = cached && cached.value;
  const asOf = useAsOf(cached, useOnline());
  const tools = models ? toolsOf(models) : [];
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
          {tools.map((type) => (
            <li key={type}>
              <AppCard type={type} models={modelsForType(models, type)} />
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

function AppCard({ type, models }: { type: GeneratorType; models: readonly ModelItem[] }) {
  const { i18n, t } = useLingui();
  const words = toolWords[type];
  const chinese = i18n.locale === 'cn';
  const first = models[0];
  const available = models.some((model) => model.available);
  const marks = [
    ...new Set(models.map((model) => (chinese ? model.mark : model.mark_en)).filter(Boolean)),
  ];
  const description = first ? (chinese ? first.description.text : first.description.text_en) : '';
  const reason = first?.unavailable_reason;
  const labels = [
    ...(available
      ? []
      : [
          <StatusPill key="unavailable" tone="warn">
            {(reason && (chinese ? reason.cn : reason.en)) || t`Not reachable right now`}
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
      params={{ type, model: undefined }}
      icon={<words.icon size={22} stroke={1.75} />}
      title={i18n._(words.label)}
      blurb={
        <>
          {i18n._(words.blurb)}
          {description && <span className={classes.description}>{description}</span>}
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
