import { Trans, useLingui } from '@lingui/react/macro';
import { Plural } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ModelItem } from '../../domain/model.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { modelTexts } from './model-texts.ts';
import classes from './ModelCard.module.css';

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
