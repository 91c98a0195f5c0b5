import { useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  isCanvasSide,
  type Colour,
  type DrawingSize,
  type Sheet,
} from '../../../domain/drawing.ts';
import { canvasSideRange } from '../../../domain/limits.ts';
import { Colours } from './Colours.tsx';
import classes from './DrawSurface.module.css';

/** The paper's colour and the sheet's size. */
export function SheetSettings({
  sheet,
  onPaper,
  onSize,
}: {
  sheet: Sheet;
  onPaper: (colour: Colour | null) => void;
  onSize: (size: DrawingSize) => void;
}) {
  const { t } = useLingui();
  const [width, setWidth] = useState(String(sheet.width));
  const [height, setHeight] = useState(String(sheet.height));
  const [wrong, setWrong] = useState(false);
  const [passing, setPassing] = useState<Colour | null>(null);

  function change() {
    const size = { width: Number(width), height: Number(height) };
    const isValid = isCanvasSide(size.width) && isCanvasSide(size.height);
    setWrong(!isValid);
    if (isValid) onSize(size);
  }

  const { min, max } = canvasSideRange;
  const isChanged = width !== String(sheet.width) || height !== String(sheet.height);
  return (
    <>
      <Colours
        label={t({ message: 'Paper', comment: 'What a drawing is drawn on' })}
        none={{
          label: t({ message: 'See-through', comment: 'Paper without a colour' }),
          onChoose: () => onPaper(null),
        }}
        value={passing ?? sheet.paper}
        onChange={onPaper}
        onPassing={setPassing}
        onOther={(colour) => {
          setPassing(null);
          onPaper(colour);
        }}
      />
      <form
        className={classes.size}
        onSubmit={(event) => {
          event.preventDefault();
          change();
        }}
      >
        <TextInput
          label={t`Width`}
          inputMode="numeric"
          autoComplete="off"
          value={width}
          error={wrong && !isCanvasSide(Number(width))}
          onChange={(event) => setWidth(event.currentTarget.value)}
        />
        <TextInput
          label={t`Height`}
          inputMode="numeric"
          autoComplete="off"
          value={height}
          error={wrong && !isCanvasSide(Number(height))}
          onChange={(event) => setHeight(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isChanged}>
          {t({ message: 'Resize', comment: 'Button: give the sheet another size' })}
        </Button>
        {wrong && (
          <p className={classes.wrong} role="alert">
            {t`Please enter valid width and height values, ${min} to ${max} pixels.`}
          </p>
        )}
      </form>
    </>
  );
}
