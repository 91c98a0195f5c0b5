import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { cutName } from '../../../domain/cut-name.ts';
import { modelNameMaxCharacters } from '../../../domain/limits.ts';
import { paintedByRules } from '../../../domain/painter.ts';
import { asksBeyondPainter } from '../../../domain/painter-reach.ts';
import { modeOf } from '../../../domain/tool-entries.ts';
import { modelTexts } from '../model-texts.ts';
import type { Workbench } from '../useWorkbench.ts';
import classes from './PainterReach.module.css';

/** How long nothing is typed before the words are looked at. */
const restMs = 700;

/** Under words that ask the built-in painter for more than it can paint: what it can, and who could do this. */
export function PainterReach({
  text,
  model,
  models,
  onModel,
}: Pick<Workbench, 'model' | 'models'> & { text: string; onModel: (model: string) => void }) {
  const { i18n } = useLingui();
  // Half a word is always a strange one.
  const [words] = useDebouncedValue(text, restMs);
  const isPainted = paintedByRules.has(model.model);
  const isFilm = model.type === 'Txt2Video';
  const isBeyond = useMemo(
    () => isPainted && asksBeyondPainter(words, isFilm),
    [words, isPainted, isFilm],
  );
  if (!isBeyond) return null;
  const other = models.find(
    (one) => one.engine !== 'builtin' && one.available && modeOf(one) === modeOf(model),
  );
  const label = other && cutName(modelTexts(other, i18n.locale).label, modelNameMaxCharacters);
  return (
    <div className={classes.note} role="note">
      <span className={classes.words}>
        <Trans>
          The built-in painter has no brush for this. It paints landscapes, skies and moods from the
          words that it knows.
        </Trans>
      </span>
      {other && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.action}
          onClick={() => onModel(other.model)}
        >
          <Trans comment="Button: another model makes the picture; {label} is its name">
            Use “{label}”
          </Trans>
        </Button>
      )}
    </div>
  );
}
