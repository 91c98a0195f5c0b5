import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { ModelItem } from '../../domain/model.ts';
import { useCachedModels } from '../../live/useModels.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useAsOf } from '../../words/useAsOf.ts';
import { modelTexts } from './model-texts.ts';
import { ModelPrice } from './ModelCard.tsx';
import { sentenceGap } from '../../domain/languages.ts';
import classes from './ModelPicker.module.css';

/** All models of a tool with what they are good for; those that are away say why and can't be chosen. */
export function ModelPicker({
  models,
  value,
  onChoose,
}: {
  models: readonly ModelItem[];
  value: string;
  onChoose: (model: string) => void;
}) {
  const { t, i18n } = useLingui();
  const name = useId();
  const asOf = useAsOf(useCachedModels(), useOnline());
  return (
    <div
      className={classes.list}
      role="radiogroup"
      aria-label={t({ message: 'Model', comment: 'What makes the picture' })}
    >
      {models.map((model) => {
        const texts = modelTexts(model, i18n.locale);
        const detailId = `${name}-${model.value}`;
        return (
          <label
            key={model.model}
            className={classes.option}
            data-checked={model.model === value || undefined}
            data-away={!model.available || undefined}
          >
            <input
              className={classes.radio}
              type="radio"
              name={name}
              checked={model.model === value}
              disabled={!model.available}
              aria-label={texts.label}
              aria-describedby={detailId}
              onChange={() => onChoose(model.model)}
              // A tap on the chosen one means "yes, this": it closes the list too.
              onClick={() => {
                if (model.model === value) onChoose(model.model);
              }}
            />
            <span className={classes.head}>
              <span className={classes.name}>{texts.label}</span>
              {texts.mark && <StatusPill>{texts.mark}</StatusPill>}
              <span className={classes.price}>
                <ModelPrice model={model} />
              </span>
            </span>
            <span className={classes.detail} id={detailId}>
              {!model.available && (
                <span className={classes.away}>
                  {texts.unavailable ?? t`Not available right now.`}
                  {sentenceGap(i18n.locale)}
                </span>
              )}
              {texts.description}
            </span>
          </label>
        );
      })}
      <AsOf time={asOf} />
    </div>
  );
}
