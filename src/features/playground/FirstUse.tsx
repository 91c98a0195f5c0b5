import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { acceptedTypes } from '../../domain/source-limits.ts';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { modeOf } from '../../domain/tool-entries.ts';
import { entryWords } from '../../words/tools.ts';
import classes from './FirstUse.module.css';
import { modelTexts } from './model-texts.ts';
import { samplePrompts } from './sample-prompts.ts';
import type { Workbench } from './useWorkbench.ts';

/** A zip to learn from, or a film. */
function startsFromFile({ model }: Workbench): boolean {
  return (
    model.upload !== null &&
    !acceptedTypes(model.accept_types).some((type) => type.startsWith('image/'))
  );
}

/**
 * The result pane before anything was made with a tool: what it does, what the chosen model says of itself where its
 * card isn't beside it, and something to begin with.
 */
export function FirstUse({ bench, onBegun }: { bench: Workbench; onBegun: () => void }) {
  const { i18n, t } = useLingui();
  const prompt = bench.plan?.prompt ?? null;
  const words = entryWords({ type: bench.type, mode: modeOf(bench.model) });
  const { label, description } = modelTexts(bench.model, i18n.locale);
  const samples = bench.type === 'Text2Img' && prompt ? samplePrompts : [];
  return (
    <Invitation
      title={bench.type === 'Apps' ? label : i18n._(words.blurb)}
      description={description}
      words={
        startsFromFile(bench) ? (
          <Trans>Put a file in, close the door, walk away. It's here when you come back.</Trans>
        ) : prompt && !bench.plan?.sources.some(({ required }) => required) ? (
          <Trans>Put your words in, close the door, walk away. It's here when you come back.</Trans>
        ) : (
          <Trans>Put a picture in, close the door, walk away. It's here when you come back.</Trans>
        )
      }
    >
      {samples.length > 0 && prompt && (
        <ul className={classes.samples} aria-label={t`Prompts to begin with`}>
          {samples.map((sample) => (
            <li key={sample.id}>
              <button
                type="button"
                className={classes.sample}
                onClick={() => {
                  bench.setValue(prompt, i18n._(sample));
                  onBegun();
                }}
              >
                <span>{i18n._(sample)}</span>
                <IconArrowUpRight size={18} stroke={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Invitation>
  );
}

/** Without anything that a person can do: index.html's shell shows it as well. */
export function Invitation({
  title,
  words,
  description,
  children,
}: {
  title: string;
  words: ReactNode;
  /** What the model says of itself. */
  description: string;
  children?: ReactNode;
}) {
  return (
    <div className={classes.root}>
      <div className={classes.mark} aria-hidden>
        <KilnLogo size="3.5rem" />
      </div>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.words}>{words}</p>
      <p className={classes.model}>{description}</p>
      {children}
    </div>
  );
}
