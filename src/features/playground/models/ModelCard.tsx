import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDice5, IconSelector } from '@tabler/icons-react';
import { modelNameMaxCharacters } from '../../../domain/limits.ts';
import type { ModelItem } from '../../../domain/model.ts';
import { CutName } from '../CutName.tsx';
import { StatusPill } from '../../../ui/StatusPill.tsx';
import { modelTexts } from '../model-texts.ts';
import classes from './ModelCard.module.css';
import { ModelCover } from './ModelCover.tsx';
import { ModelPrice } from './ModelPrice.tsx';

/** Which model works here and what it is, in plain words. */
export function ModelCard({
  model,
  isRandom,
  canChange,
  onChange,
}: {
  model: ModelItem;
  /** Random has picked it for the next request. */
  isRandom: boolean;
  /** Without another one there is still something to see of it. */
  canChange: boolean;
  onChange: () => void;
}) {
  const { t, i18n } = useLingui();
  const texts = modelTexts(model, i18n.locale);
  return (
    <section
      className={classes.card}
      aria-label={
        model.type === 'Apps'
          ? t({ message: 'App', comment: 'A ready-made template that makes the picture' })
          : t({ message: 'Model', comment: 'What makes the picture' })
      }
    >
      <div className={classes.top}>
        {model.show_cover && model.cover && (
          <span className={classes.cover}>
            <ModelCover model={model} />
          </span>
        )}
        <div className={classes.head}>
          <CutName className={classes.name} name={texts.label} most={modelNameMaxCharacters} />
          {texts.mark && <StatusPill>{texts.mark}</StatusPill>}
          {isRandom && (
            <StatusPill icon={<IconDice5 size={14} stroke={1.75} aria-hidden />}>
              <Trans comment="Mark: Random has picked this model">Random</Trans>
            </StatusPill>
          )}
        </div>
      </div>
      {texts.description && <p className={classes.description}>{texts.description}</p>}
      {!model.available && (
        <p className={classes.unavailable}>{texts.unavailable ?? t`Not available right now.`}</p>
      )}
      <div className={classes.foot}>
        <span className={classes.price}>
          <ModelPrice model={model} />
        </span>
        {!canChange && model.showcases.length > 0 && (
          <Button variant="default" size="sm" aria-haspopup="dialog" onClick={onChange}>
            <Trans comment="Pictures that a model has made">Examples</Trans>
          </Button>
        )}
        {canChange && (
          <Button
            variant="default"
            size="sm"
            rightSection={<IconSelector size={16} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={onChange}
          >
            {model.type === 'Apps' ? (
              <Trans comment="Button: choose another ready-made app">Change app</Trans>
            ) : (
              <Trans comment="Button: choose another model">Change model</Trans>
            )}
          </Button>
        )}
      </div>
    </section>
  );
}
