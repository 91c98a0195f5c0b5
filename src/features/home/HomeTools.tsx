import { Trans, useLingui } from '@lingui/react/macro';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { ModelItem } from '../../domain/model.ts';
import { entriesOf, toolEntries } from '../../domain/tool-entries.ts';
import { useRecentTools } from '../../live/useRecentTools.ts';
import { TextLink } from '../../ui/ButtonLink.tsx';
import { CardGrid, LinkCard } from '../../ui/LinkCard.tsx';
import { Section } from '../../ui/Page.tsx';
import classes from './HomePage.module.css';
import { entryWords } from '../../words/tools.ts';

/** So many stand on the home page: what others have made, below them, is not far from a newcomer's thumb. */
const shownMax = 6;

/** What shows a newcomer how far the tools reach; all of them are a link away. */
const firstTools: readonly GeneratorType[] = [
  'Text2Img',
  'Img2Img',
  'Restore',
  'RemoveBg',
  'Txt2Video',
  'GenMusic',
];

/** Only what really runs: a tool without a model is absent. Whoever has used some finds those. */
export function HomeTools({ models }: { models: readonly ModelItem[] }) {
  const { i18n, t } = useLingui();
  const used = useRecentTools();
  // Not all of them first and a few a moment later.
  if (used === undefined) return null;
  const all = toolEntries(models);
  const recent = entriesOf(all, used);
  const isUsed = recent.length > 0;
  const first = firstTools.flatMap((type) =>
    all.filter((entry) => entry.type === type && entry.mode === null),
  );
  const shown = [...new Set(isUsed ? recent : [...first, ...all])].slice(0, shownMax);
  return (
    <Section
      title={
        isUsed
          ? t({ message: 'Tools you used last', comment: 'Heading on the home page' })
          : t({ message: 'Tools', comment: 'Heading: text to image, upscaling and so on' })
      }
      action={
        shown.length < all.length && (
          <TextLink to="/smart-apps" size="sm" className={classes.all}>
            <Trans comment="Link to the page with all tools">All tools</Trans>
          </TextLink>
        )
      }
    >
      <CardGrid isFew>
        {shown.map((entry) => {
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
