import { Plural, useLingui } from '@lingui/react/macro';
import { asLanguage } from '../../domain/languages.ts';
import { modelsForType, modelTexts, type ModelItem } from '../../domain/model.ts';
import { modeOf, type ToolEntry } from '../../domain/tool-entries.ts';
import { CardGrid, LinkCard } from '../../ui/LinkCard.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { entryWords } from '../../words/tools.ts';
import classes from './Tools.module.css';

/** Every tool that runs here now, with what stands behind it. */
export function ToolCards({
  tools,
  models,
}: {
  tools: readonly ToolEntry[];
  models: readonly ModelItem[];
}) {
  return (
    <CardGrid>
      {tools.map((entry) => (
        <li key={`${entry.type} ${entry.mode}`}>
          <ToolCard
            entry={entry}
            models={modelsForType(models, entry.type).filter(
              (model) => modeOf(model) === entry.mode,
            )}
          />
        </li>
      ))}
    </CardGrid>
  );
}

function ToolCard({ entry, models }: { entry: ToolEntry; models: readonly ModelItem[] }) {
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

export function LoadingCards() {
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
