import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { WorkId } from '../../../domain/ids.ts';
import { sentenceGap } from '../../../domain/languages.ts';
import type { ListedModel } from '../../../domain/model.ts';
import { StatusPill } from '../../../ui/StatusPill.tsx';
import { formatNumber } from '../../../words/intl.ts';
import { ModelCover, OwnPicture } from './ModelCover.tsx';
import { playedKind, styleName } from './model-list.ts';
import { ModelPrice } from './ModelPrice.tsx';
import { modelTexts } from '../model-texts.ts';
import classes from './ModelDetails.module.css';

// Most models are seen, not heard.
const ModelExamples = lazy(() =>
  import('./ModelExamples.tsx').then((module) => ({ default: module.ModelExamples })),
);

/** What a model is like: its whole name and description, what it makes, and pictures that were made with it. */
export function ModelDetails({
  model,
  pictures,
  isChosen,
  onChoose,
  onBack,
}: {
  model: ListedModel;
  /** Of the person's own. */
  pictures: readonly WorkId[];
  isChosen: boolean;
  onChoose: () => void;
  /** Null where there is no list to go back to. */
  onBack: (() => void) | null;
}) {
  const { t, i18n } = useLingui();
  const texts = modelTexts(model, i18n.locale);
  const id = useId();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const { style, num_outputs: counts, allow_dimensions: sizes, showcases } = model;
  const most = Math.max(...counts, 1);
  // They are larger than the cover, and not kept for the time without a network.
  const [gone, setGone] = useState<readonly string[]>([]);
  const examples = showcases.filter((src) => !gone.includes(src));
  const played = examples.filter((src) => playedKind(src) !== null);
  const seen = examples.filter((src) => playedKind(src) === null);
  const cover = model.show_cover && model.cover ? [model.cover] : [];
  // A film has a picture of its own.
  const isFilm = played.some((src) => playedKind(src) === 'video');
  const shown = seen.length > 0 || isFilm ? seen : cover;
  return (
    <section className={classes.root} aria-label={texts.label}>
      {onBack && (
        <div>
          <Button
            ref={back}
            variant="subtle"
            size="sm"
            leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
            onClick={onBack}
          >
            <Trans comment="Button: from one model back to the list of models">All models</Trans>
          </Button>
        </div>
      )}
      {shown.length > 0 ? (
        <ul
          className={classes.pictures}
          data-single={shown.length === 1 || undefined}
          aria-label={t({ message: 'Examples', comment: 'What a model has made' })}
        >
          {shown.map((src, at) => (
            <li key={src} className={classes.picture}>
              <img
                src={src}
                alt={t({
                  message: `Example ${at + 1}`,
                  comment: 'A picture or a sound that a model has made',
                })}
                onError={() => setGone((before) => [...before, src])}
              />
            </li>
          ))}
        </ul>
      ) : (
        pictures.length === 0 &&
        played.length === 0 && (
          <div className={classes.sign}>
            <ModelCover model={model} />
          </div>
        )
      )}
      {played.length > 0 && (
        <Suspense fallback={null}>
          <ModelExamples sources={played} onGone={(src) => setGone((before) => [...before, src])} />
        </Suspense>
      )}
      <div className={classes.head}>
        <h3 className={classes.name}>{texts.label}</h3>
        {texts.mark && <StatusPill>{texts.mark}</StatusPill>}
      </div>
      {!model.available && (
        <p className={classes.away}>{texts.unavailable ?? t`Not available right now.`}</p>
      )}
      {texts.description && <p className={classes.description}>{texts.description}</p>}
      <dl className={classes.facts}>
        <Fact name={<Trans comment="Fact about a model">Price</Trans>}>
          <ModelPrice model={model} />
          <PricedSize model={model} />
        </Fact>
        {style && (
          <Fact
            name={<Trans comment="Fact about a model: what its pictures are like">Style</Trans>}
          >
            {styleName(style, i18n.locale)}
          </Fact>
        )}
        {most > 1 && (
          <Fact
            name={<Trans comment="Fact about a model: a number follows">At a time, up to</Trans>}
          >
            {most}
          </Fact>
        )}
        {sizes.length > 0 && (
          <Fact name={<Trans comment="Fact about a model">Sizes</Trans>}>
            {sizes.map((size) => size.replace('x', ' × ')).join(' · ')}
          </Fact>
        )}
        {model.lora && (
          <Fact name="LoRA">
            {model.civit_lora_not_supported ? (
              <Trans comment="LoRAs that a model takes">the studio’s own</Trans>
            ) : (
              <Trans comment="A model takes LoRAs">yes</Trans>
            )}
          </Fact>
        )}
      </dl>
      {pictures.length > 0 && (
        <section aria-labelledby={`${id}-own`}>
          <h4 className={classes.heading} id={`${id}-own`}>
            <Trans comment="Heading: pictures that the person made with this model">
              Made with it by you
            </Trans>
          </h4>
          <ul className={classes.own}>
            {pictures.map((work) => (
              <li key={work} className={classes.picture}>
                <OwnPicture work={work} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button disabled={!model.available} onClick={onChoose}>
        {isChosen ? (
          <Trans comment="Button: stay with the model that is chosen">Go on with it</Trans>
        ) : (
          <Trans comment="Button: choose this model">Use this model</Trans>
        )}
      </Button>
    </section>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How large a work may be for the price; nothing where size is no part of it. */
function PricedSize({ model: { cost, cost_pixels: portion } }: { model: ListedModel }) {
  const { i18n } = useLingui();
  if (!portion || cost === 0) return null;
  const megapixels = formatNumber(Math.round(portion / 1_000_000), i18n.locale);
  return (
    <>
      {sentenceGap(i18n.locale)}
      <Trans comment="Behind a model's price; {megapixels}: a whole number">
        (for each {megapixels} megapixels of work)
      </Trans>
    </>
  );
}
