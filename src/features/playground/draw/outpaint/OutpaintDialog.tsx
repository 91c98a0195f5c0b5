import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { MediaId } from '../../../../domain/ids.ts';
import { outpaintDefault } from '../../../../domain/limits.ts';
import { useMedia } from '../../../../live/useMedia.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { useObjectUrl } from '../../../../ui/useObjectUrl.ts';
import { NumberControl } from '../../parameters/NumberControl.tsx';
import type { Workbench } from '../../useWorkbench.ts';
import classes from './OutpaintDialog.module.css';
import { outpaintSides, sideLimits, type OutpaintSide } from './outpaint-sides.ts';

interface OutpaintProps {
  bench: Workbench;
  mediaId: MediaId;
}

/** How far a picture is to grow: a frame around it, drawn out by its edges or set by number. */
export function OutpaintDialog({
  opened,
  onClose,
  ...rest
}: OutpaintProps & { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<Trans>How far the picture grows</Trans>}
      width={880}
      fullOnPhone
    >
      <Growth {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Growth({ bench, mediaId, onClose }: OutpaintProps & { onClose: () => void }) {
  const { t } = useLingui();
  const media = useMedia(mediaId);
  const url = useObjectUrl(media?.blob);
  /** While an edge is held, the whole picture stays where it is under the hand. */
  const [held, setHeld] = useState<{ scale: number } | null>(null);
  const sides = outpaintSides(bench.plan);
  if (!media || !sides) return null;
  const amount = (side: OutpaintSide) => Number(bench.values[sides[side].name] ?? 0);
  const grown = {
    left: amount('left'),
    right: amount('right'),
    top: amount('top'),
    bottom: amount('bottom'),
  };
  const whole = {
    width: media.width + grown.left + grown.right,
    height: media.height + grown.top + grown.bottom,
  };
  const names: Readonly<Record<OutpaintSide, string>> = {
    left: t({ message: 'Left edge', comment: 'A handle of a frame' }),
    top: t({ message: 'Top edge', comment: 'A handle of a frame' }),
    right: t({ message: 'Right edge', comment: 'A handle of a frame' }),
    bottom: t({ message: 'Bottom edge', comment: 'A handle of a frame' }),
  };

  function grow(side: OutpaintSide, wanted: number) {
    const { min, max } = sideLimits(sides![side]);
    bench.setValue(sides![side], Math.min(max, Math.max(min, Math.round(wanted))));
  }

  function drag(event: PointerEvent<HTMLElement>, side: OutpaintSide) {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const frame = handle.closest<HTMLElement>('[data-frame]');
    const scale = (frame?.offsetWidth ?? 1) / whole.width;
    const begun = amount(side);
    const from = { x: event.clientX, y: event.clientY };
    setHeld({ scale });
    const move = (next: globalThis.PointerEvent) => {
      const by = { x: (next.clientX - from.x) / scale, y: (next.clientY - from.y) / scale };
      const out = { left: -by.x, right: by.x, top: -by.y, bottom: by.y };
      grow(side, begun + out[side]);
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      setHeld(null);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  }

  function press(event: KeyboardEvent, side: OutpaintSide) {
    const outwards = {
      left: 'ArrowLeft',
      right: 'ArrowRight',
      top: 'ArrowUp',
      bottom: 'ArrowDown',
    };
    const inwards = { left: 'ArrowRight', right: 'ArrowLeft', top: 'ArrowDown', bottom: 'ArrowUp' };
    const step = event.shiftKey ? 64 : 8;
    const sign = event.key === outwards[side] ? 1 : event.key === inwards[side] ? -1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    grow(side, amount(side) + sign * step);
  }

  const share = (part: number, of: number) => `${(100 * part) / of}%`;
  return (
    <div className={classes.root}>
      <div className={classes.room}>
        <div
          className={classes.frame}
          data-frame
          style={
            held
              ? { width: whole.width * held.scale, height: whole.height * held.scale }
              : { aspectRatio: whole.width / whole.height, '--ratio': whole.width / whole.height }
          }
          data-held={held !== null || undefined}
        >
          {url && (
            <img
              className={classes.picture}
              src={url}
              alt=""
              style={{
                left: share(grown.left, whole.width),
                top: share(grown.top, whole.height),
                width: share(media.width, whole.width),
                height: share(media.height, whole.height),
              }}
            />
          )}
          {(['left', 'top', 'right', 'bottom'] as const).map((side) => (
            <div
              key={side}
              className={classes.edge}
              data-edge={side}
              role="slider"
              tabIndex={0}
              aria-label={names[side]}
              aria-orientation={side === 'left' || side === 'right' ? 'horizontal' : 'vertical'}
              aria-valuemin={sideLimits(sides[side]).min}
              aria-valuemax={sideLimits(sides[side]).max}
              aria-valuenow={grown[side]}
              onPointerDown={(event) => drag(event, side)}
              onKeyDown={(event) => press(event, side)}
            />
          ))}
        </div>
      </div>
      <p className={classes.numbers} role="status">
        {t`${media.width} × ${media.height} grows to ${whole.width} × ${whole.height}.`}
      </p>
      <div className={classes.fields}>
        {(['left', 'right', 'top', 'bottom'] as const).map((side) => (
          <NumberControl
            key={side}
            field={sides[side]}
            id={`outpaint-${side}`}
            value={grown[side]}
            changed={bench.changed(sides[side])}
            invalid={false}
            onChange={(value) => bench.setValue(sides[side], value)}
            onReset={() => bench.reset([sides[side]])}
          />
        ))}
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          onClick={() => {
            for (const side of ['left', 'right', 'top', 'bottom'] as const)
              grow(side, outpaintDefault);
          }}
        >
          {t`${outpaintDefault} on every side`}
        </Button>
        <Button onClick={onClose}>
          <Trans comment="Button: leave a dialog whose changes are in the form already">Done</Trans>
        </Button>
      </div>
    </div>
  );
}
