import { useLingui } from '@lingui/react/macro';
import { toolsOf, type ModelItem } from '../../domain/model.ts';
import { CardGrid, LinkCard } from '../../ui/LinkCard.tsx';
import { Section } from '../../ui/Page.tsx';
import { toolWords } from '../../words/tools.ts';

/** Only what really runs: a tool without a model is absent. */
export function HomeTools({ models }: { models: readonly ModelItem[] }) {
  const { i18n, t } = useLingui();
  return (
    <Section
      title={t({ message: 'Tools', comment: 'Heading: text to image, upscaling and so on' })}
    >
      <CardGrid>
        {toolsOf(models).map((type) => {
          const words = toolWords[type];
          return (
            <li key={type}>
              <LinkCard
                to="/generate/{-$type}/{-$model}"
                params={{ type, model: undefined }}
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
