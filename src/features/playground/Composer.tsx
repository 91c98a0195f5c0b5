import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDice5, IconPlus, IconSparkles, IconX } from '@tabler/icons-react';
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { makesSound } from '../../domain/generator-types.ts';
import { languageOf } from '../../domain/languages.ts';
import { defaultNegativePrompt } from '../../domain/parameters.ts';
import { atom, useAtom } from '../../ui/atoms.ts';
import { useLatestCallback } from '../../ui/useLatestCallback.ts';
import { lazyWithWords, loadWithWords } from '../../words/lazy-words.ts';
import classes from './Composer.module.css';
import { focusSoon } from './focus.ts';
import type { FormField } from './form-plan.ts';
import { hasTerms, withoutTerms, withTerms } from './negative-terms.ts';
import type { Replaced } from './prompt/replaced.ts';
import { PromptField } from './PromptField.tsx';
import { TagHelp } from './tags/TagHelp.tsx';
import { notePrompt, shellPrompt, takeTyped } from './shell/shell-state.ts';
import { fieldId, type Workbench } from './useWorkbench.ts';

const PromptTools = lazyWithWords(() =>
  import('./prompt/AllPromptTools.tsx').then((module) => module.AllPromptTools),
);

const UndoNote = lazyWithWords(() =>
  import('./prompt/UndoNote.tsx').then((module) => module.UndoNote),
);
const EnglishNote = lazyWithWords(() =>
  import('./prompt/EnglishNote.tsx').then((module) => module.EnglishNote),
);
const PainterReach = lazyWithWords(() =>
  import('./painter/PainterReach.tsx').then((module) => module.PainterReach),
);

const AlternativesNote = lazyWithWords(() =>
  import('./compare/AlternativesNote.tsx').then((module) => module.AlternativesNote),
);

const WordLines = lazy(() =>
  import('./WordLines.tsx').then((module) => ({ default: module.WordLines })),
);

/** Whoever uses the tools once wants them at the next prompt, too. */
const toolsOpenedAtom = atom(false);

/** The words of a request: prompt, what to keep out, and the small helpers around them. */
export function Composer({
  bench,
  promptRef,
  sources,
  onModel,
  children,
}: {
  bench: Workbench;
  promptRef: RefObject<HTMLTextAreaElement | null>;
  onModel: (model: string) => void;
  /** Source pictures of the request. */
  sources?: ReactNode;
  /** What sends it. */
  children: ReactNode;
}) {
  const { plan } = bench;
  const lines = plan && plan.lines.length > 0 && (
    <Suspense fallback={null}>
      <WordLines bench={bench} />
    </Suspense>
  );
  return (
    <section className={classes.card} data-wordless={plan && !plan.prompt ? true : undefined}>
      {sources}
      {plan?.prompt ? (
        <Words
          bench={bench}
          field={plan.prompt}
          promptRef={promptRef}
          lines={lines}
          onModel={onModel}
        >
          {children}
        </Words>
      ) : (
        <>
          {lines}
          <div className={classes.foot}>{children}</div>
        </>
      )}
    </section>
  );
}

function Words({
  bench,
  field,
  promptRef,
  lines,
  onModel,
  children,
}: {
  bench: Workbench;
  field: FormField;
  promptRef: RefObject<HTMLTextAreaElement | null>;
  lines: ReactNode;
  onModel: (model: string) => void;
  children: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const [adopted] = useState(shellPrompt);
  const takeWords = useEffectEvent(() => {
    const typed = adopted ? null : takeTyped(bench.type);
    if (typed !== null) bench.setValue(field, typed);
  });
  useEffect(() => takeWords(), []);
  const negative = bench.plan?.negativePrompt ?? null;
  const text = String(bench.values[field.name] ?? '');
  useEffect(() => notePrompt(bench.type, text), [bench.type, text]);
  const { title, description, 'x-widget': widget, 'x-readOnly': isFixed } = field.property;
  // A name that is set in type, say, is nothing to have ideas about; nor are words that stay as they are.
  const isPrompt = !isFixed && (widget === 'prompt' || field.name === 'prompt');
  const isSeen = isPrompt && !makesSound(bench.type);
  const negativeText = negative ? String(bench.values[negative.name] ?? '') : '';
  const [negativeWanted, setNegativeWanted] = useState(false);
  const negativeOpen = negative !== null && (negativeWanted || negativeText !== '');
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  const [toolsOpened, setToolsOpened] = useAtom(toolsOpenedAtom);
  const isChinese = (words: string) => languageOf(words, 'en') === 'cn';
  const wantsEnglish =
    !bench.model.disable_translate && (isChinese(text) || isChinese(negativeText));
  const tooLong = bench.problems.some(
    (entry) => entry.field.name === field.name && entry.reason === 'too-long',
  );

  async function surprise() {
    const { ideaLists, pickIdea } = await loadWithWords(() => import('./prompt/ideas.ts'));
    const lists = ideaLists(bench.type).map((list) => i18n._(list));
    const idea = pickIdea(
      lists,
      Math.random,
      t({ message: ', ', comment: 'Between two parts of a prompt' }),
    );
    const before = text;
    bench.setValue(field, idea);
    if (before.trim() !== '') offerUndo(t`A new idea is in place of your words.`, before);
  }

  function clear() {
    const before = text;
    bench.setValue(field, '');
    promptRef.current?.focus();
    offerUndo(t`The prompt is cleared.`, before);
  }

  function offerUndo(told: string, before: string) {
    setReplaced({
      told,
      restore: () => {
        bench.setValue(field, before);
        promptRef.current?.focus();
      },
    });
  }

  const surpriseSoon = useLatestCallback(() => void surprise());
  const clearSoon = useLatestCallback(clear);
  const keepOut = useCallback(() => setNegativeWanted(true), []);

  return (
    <div className={classes.words}>
      <PromptField
        id={fieldId(field.name)}
        ref={promptRef}
        label={
          isPrompt
            ? t({ message: 'Prompt', comment: 'Name of the text field that says what to make' })
            : title
        }
        placeholder={description ?? (isSeen ? t`What would you like to see?` : title)}
        value={text}
        limit={field.property.maxLength}
        invalid={tooLong}
        required={field.required}
        readOnly={isFixed}
        weighed={isSeen}
        adopted={adopted}
        help={isSeen ? TagHelp : undefined}
        onChange={(value) => bench.setValue(field, value)}
      />
      {replaced && (
        <Suspense fallback={null}>
          <UndoNote replaced={replaced} onEnd={() => setReplaced(null)} />
        </Suspense>
      )}
      {isSeen && wantsEnglish && (
        <Suspense fallback={null}>
          <EnglishNote bench={bench} field={field} promptRef={promptRef} onReplaced={setReplaced} />
        </Suspense>
      )}
      {bench.model.engine === 'builtin' && isPrompt && text.trim() !== '' && (
        <Suspense fallback={null}>
          <PainterReach
            text={text}
            model={bench.model}
            models={bench.models}
            onModel={(model) => {
              onModel(model);
              // Another model has a form of its own, which takes this one's place.
              requestAnimationFrame(() => focusSoon(fieldId(field.name)));
            }}
          />
        </Suspense>
      )}
      {isSeen && text.includes('{') && text.includes('|') && (
        <Suspense fallback={null}>
          <AlternativesNote bench={bench} text={text} />
        </Suspense>
      )}
      {negative && negativeOpen && (
        <NegativePrompt
          bench={bench}
          field={negative}
          text={negativeText}
          onClose={() => {
            setNegativeWanted(false);
            bench.setValue(negative, '');
          }}
        />
      )}
      {isPrompt && toolsOpened && (
        <Suspense fallback={null}>
          <PromptTools bench={bench} field={field} promptRef={promptRef} onReplaced={setReplaced} />
        </Suspense>
      )}
      {lines}
      <div className={classes.foot}>
        <PromptHelpers
          isPrompt={isPrompt}
          canKeepOut={negative !== null && !negative.property['x-readOnly'] && !negativeOpen}
          canClear={text !== '' && !isFixed}
          toolsOpened={toolsOpened}
          onSurprise={surpriseSoon}
          onKeepOut={keepOut}
          onTools={setToolsOpened}
          onClear={clearSoon}
        />
        {children}
      </div>
    </div>
  );
}

/** The small helpers beneath the words; the same ones with each key, so they are not drawn anew. */
const PromptHelpers = memo(function PromptHelpers({
  isPrompt,
  canKeepOut,
  canClear,
  toolsOpened,
  onSurprise,
  onKeepOut,
  onTools,
  onClear,
}: {
  isPrompt: boolean;
  canKeepOut: boolean;
  canClear: boolean;
  toolsOpened: boolean;
  onSurprise: () => void;
  onKeepOut: () => void;
  onTools: (opened: boolean) => void;
  onClear: () => void;
}) {
  const { t } = useLingui();
  const helpWords = t({
    message: 'Help with words',
    comment: 'Button: opens what helps with the words of a prompt',
  });
  return (
    <div className={classes.helpers}>
      {isPrompt && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.helper}
          leftSection={<IconDice5 size={18} stroke={1.75} aria-hidden />}
          onClick={onSurprise}
        >
          <Trans comment="Button: put a random idea into the prompt">Surprise me</Trans>
        </Button>
      )}
      {canKeepOut && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.helper}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={onKeepOut}
        >
          <Trans comment="Button: name what should not be in the picture">Keep things out</Trans>
        </Button>
      )}
      {isPrompt && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.helper}
          data-quiet
          data-tools
          title={helpWords}
          aria-expanded={toolsOpened}
          leftSection={<IconSparkles size={18} stroke={1.75} aria-hidden />}
          onClick={() => onTools(!toolsOpened)}
        >
          <span className={classes.quietWord}>{helpWords}</span>
        </Button>
      )}
      {canClear && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.helper}
          data-quiet
          leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
          onClick={onClear}
        >
          <span className={classes.quietWord}>
            <Trans comment="Button: empty the prompt">Clear</Trans>
          </span>
        </Button>
      )}
    </div>
  );
});

function NegativePrompt({
  bench,
  field,
  text,
  onClose,
}: {
  bench: Workbench;
  field: FormField;
  text: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const id = fieldId(field.name);
  const usual = String(field.property.default ?? '') || defaultNegativePrompt;
  const isUsual = hasTerms(text, usual);
  const isFixed = field.property['x-readOnly'];
  return (
    <div className={classes.negative}>
      <div className={classes.negativeHead}>
        <label className={classes.negativeLabel} htmlFor={id}>
          <Trans comment="Label of the negative prompt: what should not be in the picture">
            Keep out
          </Trans>
        </label>
        {!isFixed && (
          <span className={classes.negativeActions}>
            <Button
              variant="subtle"
              size="sm"
              className={classes.helper}
              onClick={() =>
                bench.setValue(field, isUsual ? withoutTerms(text, usual) : withTerms(text, usual))
              }
            >
              {isUsual ? (
                <Trans comment="Button: take the usual words to keep out away again, e.g. blur and watermarks">
                  Without the usual
                </Trans>
              ) : (
                <Trans comment="Button: fill in the usual words to keep out, e.g. blur and watermarks">
                  Use the usual
                </Trans>
              )}
            </Button>
            <Button variant="subtle" size="sm" className={classes.helper} onClick={onClose}>
              <Trans comment="Button: take the negative prompt away">Remove</Trans>
            </Button>
          </span>
        )}
      </div>
      <PromptField
        id={id}
        small
        weighed
        readOnly={isFixed}
        label={t({
          message: 'Keep out',
          comment: 'Label of the negative prompt: what should not be in the picture',
        })}
        placeholder={t`blur, text, watermark …`}
        value={text}
        limit={field.property.maxLength}
        help={makesSound(bench.type) ? undefined : TagHelp}
        onChange={(value) => bench.setValue(field, value)}
      />
    </div>
  );
}
