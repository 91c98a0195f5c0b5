import { Trans, useLingui } from '@lingui/react/macro';
import { Plural } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ModelItem } from '../../domain/model.ts';
import { modelNameMaxCharacters } from '../../domain/limits.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import classes from './ModelCard.module.css';

/** Texts of a model in the reader's language. */
export function modelTexts(model: ModelItem, locale: string) {
  const cn = locale === 'cn';
  const label = (cn ? model.label_cn : model.label_en) || model.label || model.name;
  return {
    // Spec 1, section 9: model names are cut to 35 characters.
    label: [...label].slice(0, modelNameMaxCharacters).join(''),
    mark: cn ? model.mark : model.mark_en,
    description: cn ? model.description.text : model.description.text_en || model.description.text,
    unavailable: model.unavailable_reason ? model.unavailable_reason[cn ? 'cn' : 'en'] : null,
  };
}

export function ModelPrice({ model }: { model: ModelItem }) {
  return model.cost === 0 ? (
    <Trans comment="Costs no credits">free</Trans>
  ) : (
    <Plural value={model.cost} one="# credit each" other="# credits each" />
  );
}

/** Which model works here and what it is, in plain words. */
export function ModelCard({
  model,
  canChange,
  onChange,
}: {
  model: ModelItem;
  canChange: boolean;
  onChange: () => void;
}) {
  const { t, i18n } = useLingui();
  const texts = modelTexts(model, i18n.locale);
  return (
    <section
      className={classes.card}
      aria-label={t({ message: 'Model', comment: 'What makes the picture' })}
    >
      <div className={classes.head}>
        <span className={classes.name}>{texts.label}</span>
        {texts.mark && <StatusPill>{texts.mark}</StatusPill>}
      </div>
      {texts.description && <p className={classes.description}>{texts.description}</p>}
      {!model.available && (
        <p className={classes.unavailable}>{texts.unavailable ?? t`Not available right now.`}</p>
      )}
      <div className={classes.foot}>
        <span className={classes.price}>
          <ModelPrice model={model} />
        </span>
        {canChange && (
          <Button
            variant="default"
            size="sm"
            rightSection={<IconSelector size={16} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={onChange}
          >
            <Trans comment="Button: choose another model">Change model</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}
