import { Button } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { guideCardMs } from '../../domain/guide.ts';
import { textIn, type Language } from '../../domain/languages.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useReducedMotion } from '../../ui/useReducedMotion.ts';
import classes from './Guide.module.css';
import { guideCards } from './guide-cards.ts';
import { GuideDrawing } from './GuideDrawing.tsx';
import { guideWords } from './guide-words.ts';

/** The nine cards, one after the other: each for fifteen seconds, unless somebody reads longer. */
export function Guide({ language, onBegin }: { language: Language; onBegin: () => void }) {
  const say = (name: keyof typeof guideWords) => textIn(guideWords[name], language);
  const isStill = useReducedMotion();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const walks = !isStill && !isPaused && !isHeld;
  const last = guideCards.length - 1;

  useEffect(() => {
    if (!walks) return undefined;
    const timer = setTimeout(() => setAt((now) => (now === last ? 0 : now + 1)), guideCardMs);
    return () => clearTimeout(timer);
  }, [walks, at, last]);

  const go = (next: number) => setAt((next + guideCards.length) % guideCards.length);
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(at + 1);
    if (key === 'ArrowLeft') go(at - 1);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // What somebody points at stays.
    const hold = ({ pointerType }: PointerEvent) => setHeld(pointerType === 'mouse');
    const release = () => setHeld(false);
    element.addEventListener('pointerenter', hold);
    element.addEventListener('pointerleave', release);
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('pointerenter', hold);
      element.removeEventListener('pointerleave', release);
      element.removeEventListener('keydown', onKey);
    };
  }, []);
  const card = guideCards[at];
  if (!card) return null;
  return (
    <div
      className={classes.card}
      role="group"
      aria-roledescription={say('carousel')}
      aria-label={say('title')}
      ref={box}
    >
      <GuideDrawing name={card.drawing} />
      <div className={classes.time} data-paused={!walks || undefined} aria-hidden>
        <span key={at} style={{ animationDuration: `${guideCardMs}ms` }} />
      </div>
      <div className={classes.words} aria-live={walks ? 'off' : 'polite'}>
        <h3 className={classes.title}>{textIn(card.title, language)}</h3>
        <p className={classes.text}>{textIn(card.text, language)}</p>
      </div>
      <div className={classes.foot}>
        <div className={classes.walk}>
          <IconButton
            label={say('back')}
            icon={<IconChevronLeft size={22} stroke={1.75} aria-hidden />}
            onClick={() => go(at - 1)}
          />
          <span className={classes.place}>
            {at + 1} / {guideCards.length}
          </span>
          <IconButton
            label={say('next')}
            icon={<IconChevronRight size={22} stroke={1.75} aria-hidden />}
            onClick={() => go(at + 1)}
          />
          {!isStill && (
            <IconButton
              label={isPaused ? say('goOn') : say('pause')}
              icon={
                isPaused ? (
                  <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
                ) : (
                  <IconPlayerPause size={20} stroke={1.75} aria-hidden />
                )
              }
              onClick={() => setPaused(!isPaused)}
            />
          )}
        </div>
        <Button size="md" onClick={onBegin} data-autofocus>
          {say('begin')}
        </Button>
      </div>
    </div>
  );
}
