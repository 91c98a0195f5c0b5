import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { promptMaxCharacters } from '../../domain/limits.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useAtom } from '../../ui/atoms.ts';
import { examples } from './examples.ts';
import { homeTextAtom } from './home-text.ts';
import classes from './PromptHero.module.css';

const ideasMax = 3;

/** The field that the words go into, for those who bring some. */
export const promptFieldId = 'home-prompt';

/** The first thing: a sentence goes in at the mouth of the kiln. */
export function PromptHero({
  withIdeas,
  onStart,
}: {
  /** A few prompts below, to begin with. */
  withIdeas: boolean;
  onStart: (prompt: string) => void;
}) {
  const { i18n, t } = useLingui();
  const [text, setText] = useAtom(homeTextAtom);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const area = field.current;
    // Browsers with `field-sizing` grow it by themselves.
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  return (
    <section className={classes.hero} aria-labelledby="home-title">
      <div className={classes.arch} aria-hidden />
      <h1 className={classes.title} id="home-title" tabIndex={-1}>
        <Trans comment="The question above the prompt box on the home page; warm and short">
          What shall we fire today?
        </Trans>
      </h1>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          onStart(text.trim());
        }}
      >
        <VisuallyHidden>
          <label htmlFor={promptFieldId}>
            <Trans>Describe the picture</Trans>
          </label>
        </VisuallyHidden>
        <textarea
          ref={field}
          className={classes.prompt}
          id={promptFieldId}
          rows={2}
          value={text}
          maxLength={promptMaxCharacters}
          placeholder={t`Describe a picture: what is in it, which light, which mood`}
          enterKeyHint="go"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter goes on, as in a search box; with Shift it makes a line, and an input method keeps its Enter.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
        <div className={classes.foot}>
          <Button
            type="submit"
            size="md"
            rightSection={<IconArrowRight size={20} stroke={1.75} aria-hidden />}
          >
            <Trans comment="Button: go on to the generator with this text">Start</Trans>
          </Button>
        </div>
      </form>
      {withIdeas && (
        <ul className={classes.examples} aria-label={t`Ideas to start from`}>
          {examples.slice(0, ideasMax).map((example) => (
            <li key={example.src}>
              <button
                type="button"
                className={classes.example}
                onClick={() => {
                  setText(i18n._(example.prompt));
                  field.current?.focus();
                }}
              >
                {i18n._(example.prompt)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
