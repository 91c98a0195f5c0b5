import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsExchange } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { parseDimensions, type ModelItem } from '../../../domain/model.ts';
import type { NumberRange } from '../../../domain/limits.ts';
import { clampToRange, parameterRange } from '../../../domain/parameters.ts';
import { NumberSlider } from '../../../ui/NumberSlider.tsx';
import type { FormField } from '../form-plan.ts';
import { aspectLabel } from './aspect.ts';
import { FieldHead } from './FieldHead.tsx';
import { ResetButton } from './ResetButton.tsx';
import classes from './SizeControl.module.css';

/** The shape of a size as a small frame; the numbers beside it say the rest. */
function AspectIcon({ width, height }: { width: number; height: number }) {
  const scale = 20 / Math.max(width, height);
  return (
    <span
      className={classes.aspect}
      aria-hidden
      style={{
        width: `${Math.max(5, width * scale)}px`,
        height: `${Math.max(5, height * scale)}px`,
      }}
    />
  );
}

function range(field: FormField): NumberRange {
  const fallback = parameterRange('width');
  return {
    min: field.property.minimum ?? fallback?.min ?? 64,
    max: field.property.maximum ?? fallback?.max ?? 2048,
    step: field.property.multipleOf ?? fallback?.step ?? 64,
  };
}

/** For models that take any size: the shapes most people look for. */
const usualSizes = [
  { width: 512, height: 512 },
  { width: 768, height: 512 },
  { width: 512, height: 768 },
  { width: 1024, height: 576 },
  { width: 576, height: 1024 },
];

function isInRange(value: number, { min, max, step }: NumberRange): boolean {
  return value >= min && value <= max && (value - min) % step === 0;
}

/** The model's own sizes as shapes to choose from, and any other size by two sliders. */
export function SizeControl({
  id,
  widthField,
  heightField,
  model,
  width,
  height,
  changed,
  onChange,
  onReset,
}: {
  id: string;
  widthField: FormField;
  heightField: FormField;
  model: ModelItem;
  width: number;
  height: number;
  changed: boolean;
  onChange: (width: number, height: number) => void;
  onReset: () => void;
}) {
  const { t } = useLingui();
  const group = useId();
  const widthRange = range(widthField);
  const heightRange = range(heightField);
  const named = model.allow_dimensions.flatMap((text) => parseDimensions(text) ?? []);
  const offered =
    named.length > 0
      ? named
      : usualSizes.filter(
          (size) => isInRange(size.width, widthRange) && isInRange(size.height, heightRange),
        );
  const listed = offered.some((size) => size.width === width && size.height === height);
  const [wantsCustom, setWantsCustom] = useState(false);
  const readOnly =
    widthField.property['x-readOnly'] === true || heightField.property['x-readOnly'] === true;
  const custom = !readOnly && (wantsCustom || !listed);

  function swap() {
    onChange(clampToRange(height, widthRange), clampToRange(width, heightRange));
  }

  return (
    <div id={id} tabIndex={-1} className={classes.root}>
      <FieldHead label={<Trans comment="Width and height of a picture">Size</Trans>}>
        {!readOnly && (
          <ResetButton
            title={t({ message: 'Size', comment: 'Width and height of a picture' })}
            changed={changed}
            onReset={() => {
              setWantsCustom(false);
              onReset();
            }}
          />
        )}
      </FieldHead>
      {offered.length > 0 && (
        <fieldset className={classes.chips}>
          <legend className={classes.legend}>
            <Trans comment="Width and height of a picture">Size</Trans>
          </legend>
          {offered.map((size) => {
            const checked = !custom && size.width === width && size.height === height;
            return (
              <label
                key={`${size.width}x${size.height}`}
                className={classes.chip}
                data-checked={checked || undefined}
              >
                <input
                  className={classes.radio}
                  type="radio"
                  name={group}
                  checked={checked}
                  disabled={readOnly}
                  onChange={() => {
                    setWantsCustom(false);
                    onChange(size.width, size.height);
                  }}
                />
                <span className={classes.figure}>
                  <AspectIcon {...size} />
                </span>
                <span className={classes.ratio}>{aspectLabel(size.width, size.height)}</span>
                <span className={classes.pixels}>
                  {size.width} × {size.height}
                </span>
              </label>
            );
          })}
          {!readOnly && (
            <label className={classes.chip} data-checked={custom || undefined}>
              <input
                className={classes.radio}
                type="radio"
                name={group}
                checked={custom}
                onChange={() => setWantsCustom(true)}
              />
              <span className={classes.figure}>
                <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
              </span>
              <span className={classes.ratio}>
                <Trans comment="A size of one's own">Custom</Trans>
              </span>
              <span className={classes.pixels}>{custom ? `${width} × ${height}` : ' '}</span>
            </label>
          )}
        </fieldset>
      )}
      {custom && (
        <div className={classes.sliders}>
          <NumberSlider
            label={<Trans comment="Of a picture, in pixels">Width</Trans>}
            unit="px"
            value={width}
            {...widthRange}
            onChange={(next) => onChange(next, height)}
          />
          <NumberSlider
            label={<Trans comment="Of a picture, in pixels">Height</Trans>}
            unit="px"
            value={height}
            {...heightRange}
            onChange={(next) => onChange(width, next)}
          />
        </div>
      )}
      {!readOnly && width !== height && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.swap}
          leftSection={<IconArrowsExchange size={18} stroke={1.75} aria-hidden />}
          onClick={swap}
        >
          <Trans comment="Button: width becomes height and height becomes width">Swap sides</Trans>
        </Button>
      )}
    </div>
  );
}
