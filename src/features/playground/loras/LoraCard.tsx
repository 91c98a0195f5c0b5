import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  hasTrigger,
  withoutTrigger,
  withTrigger,
  type StrengthRange,
} from '../../../domain/loras.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { NumberSlider } from '../../../ui/NumberSlider.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { usePromptText } from '../usePromptText.ts';
import type { Workbench } from '../useWorkbench.ts';
import classes from './LoraField.module.css';
import { LoraName } from './LoraName.tsx';

/** A LoRA in the form: how strong it is, and the words that it answers to. */
export function LoraCard({
  bench,
  name,
  note,
  picture,
  strength,
  range,
  triggers,
  isFixed,
  onStrength,
  onRemove,
}: {
  bench: Workbench;
  name: string;
  /** Beneath the name, e.g. that it is one's own. */
  note?: ReactNode;
  picture: ReactNode;
  /** Null where it has none. */
  strength: number | null;
  range: StrengthRange;
  triggers: readonly string[];
  /** The model always has it, just so. */
  isFixed: boolean;
  onStrength: (strength: number) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const prompt = bench.plan?.prompt ?? null;
  const words = usePromptText();
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.picture}>{picture}</span>
        <span className={classes.cardWords}>
          <LoraName className={classes.name} name={name} />
          {note && <span className={classes.note}>{note}</span>}
        </span>
        {!isFixed && (
          <IconButton
            label={t({ message: `Remove ${name}`, comment: 'Takes a LoRA out of the settings' })}
            icon={<IconX size={20} stroke={1.75} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      {strength !== null && (
        <NumberSlider
          label={
            <Trans comment="How much a LoRA changes the picture; its name is for screen readers only">
              Strength<VisuallyHidden> of {name}</VisuallyHidden>
            </Trans>
          }
          value={strength}
          min={range.minimum}
          max={range.maximum}
          step={range.multipleOf}
          disabled={isFixed}
          onChange={onStrength}
        />
      )}
      {prompt && triggers.length > 0 && (
        <div
          className={classes.triggers}
          role="group"
          aria-label={t({
            message: `Trigger words of ${name}`,
            comment: 'Words of a prompt that a LoRA answers to',
          })}
        >
          {triggers.map((word) => {
            const isIn = hasTrigger(words, word);
            return (
              <button
                key={word}
                type="button"
                className={classes.chip}
                aria-pressed={isIn}
                title={isIn ? t`Take it out of the prompt` : t`Put it into the prompt`}
                onClick={() =>
                  bench.setValue(
                    prompt,
                    isIn ? withoutTrigger(words, word) : withTrigger(words, word),
                  )
                }
              >
                {isIn ? (
                  <IconCheck size={16} stroke={2} aria-hidden />
                ) : (
                  <IconPlus size={16} stroke={2} aria-hidden />
                )}
                {word}
              </button>
            );
          })}
        </div>
      )}
    </li>
  );
}
