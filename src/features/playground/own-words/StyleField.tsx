import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import {
  inOwnStyle,
  parametersForStyle,
  promptPlace,
  publishedPrefix,
} from '../../../domain/own-styles.ts';
import { ownStyleKey } from '../../../domain/own-style-key.ts';
import { useOwnSetting } from '../../../live/useSetting.ts';
import { useEver } from '../../../ui/useEver.ts';
import type { FormField } from '../form-plan.ts';
import { usePromptText } from '../usePromptText.ts';
import { FieldHead } from '../parameters/FieldHead.tsx';
import { ResetButton } from '../parameters/ResetButton.tsx';
import { asLanguage, textIn } from '../../../domain/languages.ts';
import { SettingsPart } from '../parameters/SettingsPart.tsx';
import { fieldId, type Workbench } from '../useWorkbench.ts';
import classes from './OwnWords.module.css';
import { putParameters, settingWords } from './put-parameters.ts';
import { StylePicker } from './StylePicker.tsx';
import { usePublishedStyles } from './usePublishedStyles.ts';

/** Where a draft keeps which of the person's styles it has. It is no field of the model's. */
const ownStyleField: FormField = {
  name: ownStyleKey,
  property: { type: 'string', title: '', 'x-order': 0 },
  role: 'text',
  required: false,
};

/** A style of the model's (`sd_style`) or one of the person's own; one at a time. */
export function StyleField({
  bench,
  field,
}: {
  bench: Workbench;
  /** Null where the model has no styles. */
  field: FormField | null;
}) {
  const { t, i18n } = useLingui();
  const [opened, setOpened] = useState(false);
  const everOpened = useEver(opened);
  const own = useOwnSetting('ownStyles');
  // The painter by rules knows a few words; these are for models that read English.
  const isOffered = bench.model.engine !== 'builtin';
  const wanted = bench.draft.input[ownStyleKey];
  const isPublished = typeof wanted === 'string' && wanted.startsWith(publishedPrefix);
  const published = usePublishedStyles(isOffered && (everOpened || isPublished));
  if (!own) return null;

  const title =
    field?.property.title ??
    t({ message: 'Style', comment: 'Words that a person adds to a prompt' });
  const language = asLanguage(i18n.locale);
  const offered = published.map(({ title: words, ...style }) => ({
    ...style,
    name: textIn(words, language),
  }));
  const chosenOwn = [...own, ...offered].find(({ id }) => id === wanted);
  const values = (field?.property.enum ?? []).map(String);
  const at = values.indexOf(String(field ? bench.values[field.name] : ''));
  const name =
    chosenOwn?.name ??
    (field
      ? (field.property['x-enum-titles']?.[at] ?? values[at])
      : t({ message: 'None', comment: 'Choice: no style' }));
  const detail = chosenOwn ? (
    <PromptWords>{(words) => inOwnStyle(chosenOwn, words || promptPlace, '').prompt}</PromptWords>
  ) : (
    field?.property['x-enum-descriptions']?.[at]
  );
  const isChanged = chosenOwn !== undefined || (field !== null && bench.changed(field));
  const reset = () => bench.reset(field ? [field, ownStyleField] : [ownStyleField]);
  return (
    <div
      id={field ? fieldId(field.name) : undefined}
      tabIndex={-1}
      role="group"
      aria-label={title}
      className={classes.field}
    >
      <FieldHead label={title}>
        <ResetButton title={title} changed={isChanged} onReset={reset} />
      </FieldHead>
      <button
        type="button"
        className={classes.current}
        data-chosen={isChanged || undefined}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          {detail && <span className={classes.adds}>{detail}</span>}
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </button>
      {everOpened && (
        <SettingsPart
          opened={opened}
          onClose={() => setOpened(false)}
          title={<Trans comment="Heading: choose a style">Style</Trans>}
          width={560}
        >
          <PromptWords>
            {(words) => (
              <StylePicker
                owner={bench.owner}
                own={own}
                published={offered}
                field={field}
                value={values[at] ?? null}
                ownValue={chosenOwn?.id ?? null}
                form={{
                  prompt: words,
                  negativePrompt: bench.plan?.negativePrompt
                    ? String(bench.values[bench.plan.negativePrompt.name] ?? '')
                    : null,
                  parameters: parametersForStyle(bench.plan?.fields ?? [], bench.values),
                }}
                settingWords={(parameters) => settingWords(bench, parameters)}
                onChoose={(value) => {
                  reset();
                  const typed = field?.property.enum?.find((entry) => String(entry) === value);
                  if (field && typed !== undefined) bench.setValue(field, typed);
                }}
                onChooseOwn={(id) => {
                  reset();
                  bench.setValue(ownStyleField, id);
                  const { parameters } = own.find((style) => style.id === id) ?? {};
                  if (parameters) putParameters(bench, parameters);
                }}
              />
            )}
          </PromptWords>
        </SettingsPart>
      )}
    </div>
  );
}

/** What says something about the prompt hears of every key; what is around it need not. */
function PromptWords({ children }: { children: (words: string) => ReactNode }) {
  return children(usePromptText().trim());
}
