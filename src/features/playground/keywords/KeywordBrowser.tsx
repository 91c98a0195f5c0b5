import { useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { asLanguage, textIn } from '../../../domain/languages.ts';
import { atom, useAtom } from '../../../ui/atoms.ts';
import {
  keywordObjects,
  nextPlace,
  openObject,
  placeName,
  type KeywordPlace,
} from './catalogue.ts';
import classes from './KeywordBrowser.module.css';
import { KeywordChips, type ChipsState } from './KeywordChips.tsx';
import { KeywordChoices } from './KeywordChoices.tsx';

/** Where somebody was when they closed the catalogue. */
export const placeAtom = atom<KeywordPlace>(openObject(0));

/** The catalogue by its objects and their groups. */
export function KeywordBrowser(chips: ChipsState) {
  const { t, i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const [place, setPlace] = useAtom(placeAtom);
  const heading = useRef<HTMLHeadingElement>(null);
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  const object = keywordObjects[place.object];
  const group = object?.groups[place.group];
  if (!object || !group) return null;
  const next = nextPlace(place);
  const groupNames = object.groups.map(({ name }) => textIn(name, language));
  const groupName = textIn(group.name, language);
  const nextName =
    next && (next.object === place.object ? groupNames[next.group] : placeName(next, language));

  function goTo(to: KeywordPlace) {
    setPlace(to);
    // Whoever reads on from the end of a group begins at the top of the next one.
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }

  const groupLabel = t({ message: 'Group', comment: 'Of keywords: e.g. the kinds of painting' });
  return (
    <div className={classes.root}>
      <KeywordChoices
        label={t({ message: 'Subject', comment: 'What keywords are about: light, material …' })}
        names={keywordObjects.map(({ name }) => textIn(name, language))}
        value={place.object}
        onChange={(index) => setPlace(openObject(index))}
      />
      <div className={classes.parts}>
        {wide ? (
          <div className={classes.groups}>
            <KeywordChoices
              key={place.object}
              column
              label={groupLabel}
              names={groupNames}
              value={place.group}
              onChange={(index) => setPlace({ ...place, group: index })}
            />
          </div>
        ) : (
          <NativeSelect
            aria-label={groupLabel}
            value={place.group}
            data={groupNames.map((label, index) => ({ value: String(index), label }))}
            onChange={({ currentTarget }) =>
              setPlace({ ...place, group: Number(currentTarget.value) })
            }
          />
        )}
        <section className={classes.words}>
          <h3
            ref={heading}
            className={classes.heading}
            tabIndex={-1}
            data-hidden={!wide || undefined}
          >
            {groupName}
          </h3>
          <KeywordChips
            key={`${place.object}-${place.group}`}
            label={groupName}
            keywords={group.keywords}
            {...chips}
          />
          {next && (
            <Button
              variant="subtle"
              size="sm"
              className={classes.next}
              rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
              onClick={() => goTo(next)}
            >
              {t({
                message: `Next: ${nextName}`,
                comment: 'Button: to the next group of keywords',
              })}
            </Button>
          )}
        </section>
      </div>
    </div>
  );
}
