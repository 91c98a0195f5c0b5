import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { memo, useDeferredValue, useId, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { TagSuggestion } from '../../../../workers/tags/contract.ts';
import { inPassing } from '../../../db/in-passing.ts';
import { setSetting } from '../../../db/settings.ts';
import { languageTag } from '../../../domain/languages.ts';
import type { TagKind, TagList } from '../../../domain/tags.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { formatCompact } from '../../../words/amounts.ts';
import classes from './TagSuggestions.module.css';
import { tagKindWords } from './tag-kind-words.ts';
import { useTagCombobox } from './useTagCombobox.ts';

/** Suggests tags at the caret of a prompt. */
export function TagSuggestions({
  area,
  list,
  address,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  list: TagList;
  address: string;
}) {
  const { t, i18n } = useLingui();
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const { status, offer, last, active, accept, tryAgain } = useTagCombobox(area, {
    list,
    address: new URL(address, location.href).href,
    listId,
    optionId,
    locale: languageTag(i18n.locale),
  });
  const count = offer?.tags.length ?? 0;
  const drawn = offer ?? (last && last.tags.length > 0 ? last : null);
  return (
    <>
      {status === 'failed' && (
        <div className={classes.failed}>
          <Notice
            tone="warn"
            announce
            title={<Trans>Tag autocomplete failed to load!</Trans>}
            actions={
              <>
                <Button variant="default" onClick={tryAgain}>
                  <Trans comment="Button: load it once more">Try again</Trans>
                </Button>
                <Button variant="subtle" onClick={() => inPassing(setSetting('tagSource', 'none'))}>
                  <Trans comment="Button: suggest no tags any more">Turn off</Trans>
                </Button>
              </>
            }
          >
            <Trans>You can go on writing without it; what you wrote is safe.</Trans>
          </Notice>
        </div>
      )}
      <SpokenCount count={count} isComing={offer !== null && count === 0} />
      {drawn &&
        createPortal(
          drawn.tags.length === 0 ? (
            <div className={classes.list} style={{ ...drawn.place }} data-loading>
              <Trans>Loading tags…</Trans>
            </div>
          ) : (
            <div
              className={classes.list}
              style={{ ...drawn.place }}
              data-closed={offer === null || undefined}
              id={listId}
              role="listbox"
              tabIndex={-1}
              aria-label={t({ message: 'Tags', comment: 'Name of the list of suggested tags' })}
              // For what has been typed: `npm run bench` waits for the answer to its own keystroke.
              data-for={offer?.piece.typed}
              // The prompt keeps the focus, and a phone its keyboard.
              onMouseDown={(event) => event.preventDefault()}
            >
              {drawn.tags.map((tag, index) => (
                // By their places: with each key other tags take them, and what is drawn stays.
                <TagOption
                  key={index}
                  id={optionId(index)}
                  tag={tag}
                  isActive={index === active}
                  onTake={() => accept(index)}
                />
              ))}
            </div>
          ),
          document.body,
        )}
    </>
  );
}

interface Spoken {
  count: number;
  /** The list is on its way. */
  isComing: boolean;
}

/** The same with nearly each key, so it is not put into words anew; and said once the list is seen, not before. */
const SpokenCount = memo(function SpokenCount({ count, isComing }: Spoken) {
  return <SpokenWords count={useDeferredValue(count)} isComing={isComing} />;
});

const SpokenWords = memo(function SpokenWords({ count, isComing }: Spoken) {
  return (
    <VisuallyHidden>
      <span role="status">
        {isComing && <Trans>Loading tags…</Trans>}
        {count > 0 && (
          <Plural
            value={count}
            one="# tag: Tab takes it."
            other="# tags: the arrow keys choose, Tab takes the first."
          />
        )}
      </span>
    </VisuallyHidden>
  );
});

const spaced = (name: string) => name.replaceAll('_', ' ');

function TagOption({
  id,
  tag: { name, kind, count, alias },
  isActive,
  onTake,
}: {
  id: string;
  tag: TagSuggestion;
  isActive: boolean;
  onTake: () => void;
}) {
  'use memo';
  const { i18n } = useLingui();
  return (
    // The keys are the text field's, which names the option by aria-activedescendant.
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      data-kind={kind satisfies TagKind}
      onClick={onTake}
    >
      <span className={classes.name} lang="en">
        {alias !== null && (
          <>
            <span className={classes.alias}>{alias}</span>{' '}
            <span className={classes.arrow}>→</span>{' '}
          </>
        )}
        {spaced(name)}
      </span>
      {kind !== 'general' && <span className={classes.kind}>{i18n._(tagKindWords[kind])}</span>}
      <span className={classes.count}>{formatCompact(count, i18n.locale)}</span>
    </button>
  );
}
