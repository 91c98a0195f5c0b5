import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsExchange } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ModelItem } from '../../../domain/model.ts';
import { clampToRange } from '../../../domain/parameters.ts';
import { NumberSlider } from '../../../ui/NumberSlider.tsx';
import type { FormField } from '../form-plan.ts';
import { aspectLabel } from './aspect.ts';
import { FieldHead } from './FieldHead.tsx';
import { ResetButton } from './ResetButton.tsx';
import { isSame, sideRange, sizeChoices, standardSize } from './size-choices.ts';
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

/** The sizes that a model makes as shapes to choose from, and where it makes any, two sliders for others. */
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
  const widthRange = sideRange(widthField);
  const heightRange = sideRange(heightField);
  const { offered, takesOthers } = sizeChoices(
    model,
    widthRange,
    heightRange,
    standardSize(widthField, heightField, model),
  );
  const listed = offered.some((size) => isSame(size, { width, height }));
  const [wantsCustom, setWantsCustom] = useState(false);
  const readOnly =
    widthField.property['x-readOnly'] === true || heightField.property['x-readOnly'] === true;
  const custom = takesOthers && !readOnly && (wantsCustom || !listed);
  const swapped = {
    width: clampToRange(height, widthRange),
    height: clampToRange(width, heightRange),
  };
  const canSwap =
    !readOnly && width !== height && (takesOthers || offered.some((size) => isSame(size, swapped)));

  return (
    <div id={id} tabIndex={-1} className={classes.root}>
      <FieldHead label={<Trans comment="Width and height of a picture">Size</Trans>}>
        {!readOnly && (
          <ResetButton
            title={t({
              message: 'Size',
              comment: 'Width and height of a picture',
            })}
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
          {takesOthers && !readOnly && (
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
      {canSwap && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.swap}
          leftSection={<IconArrowsExchange size={18} stroke={1.75} aria-hidden />}
          onClick={() => onChange(swapped.width, swapped.height)}
        >
          <Trans comment="Button: width becomes height and height becomes width">Swap sides</Trans>
        </Button>
      )}
    </div>
  );
}
