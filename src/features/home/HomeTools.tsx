import { useLingui } from '@lingui/react/macro';
import type { ModelItem } from '../../domain/model.ts';
import { toolEntries } from '../../domain/tool-entries.ts';
import { CardGrid, LinkCard } from '../../ui/LinkCard.tsx';
import { Section } from '../../ui/Page.tsx';
import { entryWords } from '../../words/tools.ts';

/** Only what really runs: a tool without a model is absent. */
export function HomeTools({ models }: { models: readonly ModelItem[] }) {
  const { i18n, t } = useLingui();
  return (
    <Section
      title={t({ message: 'Tools', comment: 'Heading: text to image, upscaling and so on' })}
    >
      <CardGrid>
        {toolEntries(models).map((entry) => {
          const words = entryWords(entry);
          return (
            <li key={`${entry.type} ${entry.mode}`}>
              <LinkCard
                to="/generate/{-$type}/{-$model}"
                params={{ type: entry.type, model: entry.model ?? undefined }}
                icon={<words.icon size={22} stroke={1.75} />}
                title={i18n._(words.label)}
                blurb={i18n._(words.blurb)}
              />
            </li>
          );
        })}
      </CardGrid>
    </Section>
  );
}
