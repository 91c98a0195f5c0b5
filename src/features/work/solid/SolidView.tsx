import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { WorkRow } from '../../../db/schema.ts';
import {
  restingTurnPerSecond,
  startView,
  turned,
  viewAfterKey,
  zoomStep,
  zoomedBy,
  type SolidView as View,
} from '../../../domain/solids/orbit.ts';
import { ProgressGlow } from '../../../ui/ProgressGlow.tsx';
import { thumbhashUrl } from '../../../ui/thumbhash-url.ts';
import { useLatestCallback } from '../../../ui/useLatestCallback.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { useReducedMotion } from '../../../ui/useReducedMotion.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useTurning } from '../useTurning.ts';
import { SolidTools } from './SolidTools.tsx';
import { SolidTrouble } from './SolidTrouble.tsx';
import classes from './SolidView.module.css';
import { useOrbit } from './useOrbit.ts';
import { useSolid } from './useSolid.ts';
import { useWorkName } from '../useWorkName.ts';

/**
 * A 3D object that can be turned, by finger, mouse and keys. Until it is open, and where it can't be, the picture shows
 * that stands for it. The wheel turns to the neighbours as over everything else, until the object has the focus.
 */
export function SolidView({
  work,
  original,
  thumbnail,
  onStep,
}: {
  work: WorkRow;
  /** Null until all of it is here. */
  original: Blob | null;
  thumbnail: Blob | null;
  onStep: (step: -1 | 1) => void;
}) {
  const { t } = useLingui();
  const name = useWorkName(work);
  const isStill = useReducedMotion();
  const box = useRef<HTMLDivElement>(null);
  const [hasFocus, setFocus] = useState(false);
  // Until somebody takes hold of it, it shows its sides; then as they choose.
  const [chosenTurning, setTurning] = useState<boolean | null>(null);
  const [chosenMoving, setMoving] = useState<boolean | null>(null);
  const [motion, setMotion] = useState(0);
  const [isWireframe, setWireframe] = useState(false);
  const { state, look, show, retry } = useSolid(box, work, original);
  const poster = useObjectUrl(thumbnail) ?? thumbhashUrl(work.thumbhash);
  const helpId = useId();
  const isOpen = state.kind === 'open';
  const isTurning = chosenTurning ?? !isStill;
  useTurning(box, !hasFocus, onStep);
  const isMoving =
    state.kind === 'open' && state.facts.motions.length > 0 && (chosenMoving ?? !isStill);
  useTime(isOpen && (isTurning || isMoving), (seconds) => {
    const { view, motionSeconds } = look.current;
    show({
      ...(isTurning && { view: turned(view, restingTurnPerSecond * seconds, 0) }),
      ...(isMoving && { motionSeconds: motionSeconds + seconds }),
    });
  });

  function see(view: View) {
    setTurning(false);
    show({ view });
  }
  const zoom = (direction: number) => see(zoomedBy(look.current.view, zoomStep ** direction));
  const drags = useOrbit(() => look.current.view, see);
  useZoomByWheel(box, isOpen && hasFocus, zoom);

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    const view = viewAfterKey(look.current.view, event.key, event.shiftKey);
    if (!view) return;
    event.preventDefault();
    see(view);
  }

  return (
    <div className={classes.frame}>
      {poster && (
        <img
          className={classes.poster}
          data-behind={isOpen || undefined}
          src={poster}
          alt=""
          draggable={false}
        />
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys and presses by its role */}
      <div
        ref={box}
        className={classes.stage}
        data-open={isOpen || undefined}
        role="application"
        aria-roledescription={t({
          message: '3D object',
          comment: 'What is shown and can be turned',
        })}
        aria-label={name}
        aria-describedby={helpId}
        aria-busy={original !== null && state.kind === 'opening'}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what takes keys has to be reached by them
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        // The right button moves it.
        onContextMenu={(event) => event.preventDefault()}
        {...(isOpen && drags)}
      />
      <VisuallyHidden id={helpId}>
        <Trans>
          Arrow keys turn it, with Shift they move it. Plus and minus bring it nearer and farther, 0
          shows all of it.
        </Trans>
      </VisuallyHidden>
      {original && state.kind === 'opening' && (
        <div className={classes.note}>
          <Trans comment="A 3D object is being opened">Opening…</Trans>
          <ProgressGlow
            value={
              state.progress?.phase === 'reading'
                ? state.progress.done / Math.max(1, state.progress.of)
                : undefined
            }
            label={t({ message: 'Opening', comment: 'Name of a progress bar' })}
          />
        </div>
      )}
      {state.kind === 'failed' && (
        <div className={classes.trouble} data-alone={poster === null || undefined}>
          <SolidTrouble problem={state.problem} detail={state.detail} onRetry={retry} />
        </div>
      )}
      {isOpen && (
        <SolidTools
          facts={state.facts}
          motion={motion}
          isMoving={isMoving}
          isTurning={isTurning}
          isWireframe={isWireframe}
          onMove={() => setMoving(!isMoving)}
          onMotion={(chosen) => {
            setMotion(chosen);
            show({ motion: chosen, motionSeconds: 0 });
          }}
          onTurn={() => setTurning(!isTurning)}
          onWireframe={() => {
            setWireframe(!isWireframe);
            show({ wireframe: !isWireframe });
          }}
          onZoom={zoom}
          onReset={() => see(startView)}
        />
      )}
    </div>
  );
}

/** Calls with the seconds that passed, for as long as the page is seen. */
function useTime(isOn: boolean, onTime: (seconds: number) => void) {
  const pass = useLatestCallback(onTime);
  useEffect(() => {
    if (!isOn) return;
    let before: number | null = null;
    let request = requestAnimationFrame(function step(now) {
      // Who comes back after a while finds it where it was.
      if (before !== null) pass(Math.min(0.1, (now - before) / 1_000));
      before = now;
      request = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(request);
  }, [isOn, pass]);
}

/** React's wheel listeners are passive and could not keep the page behind from scrolling. */
function useZoomByWheel(
  box: React.RefObject<HTMLElement | null>,
  isOn: boolean,
  onZoom: (steps: number) => void,
) {
  const zoom = useLatestCallback(onZoom);
  useEffect(() => {
    const element = box.current;
    if (!element || !isOn) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
      zoom(-px / 120);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box, isOn, zoom]);
}
