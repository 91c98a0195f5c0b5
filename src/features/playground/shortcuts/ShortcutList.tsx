import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { Fragment, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { currentOwner } from '../../../db/account/session.ts';
import { getOwnSetting, setOwnSetting } from '../../../db/settings.ts';
import { keysOf, type Keys } from '../../../domain/key-press.ts';
import {
  actionOf,
  keyCaps,
  shortcutActions,
  shortcutsOf,
  shortcutTrouble,
  usualShortcuts,
  withShortcut,
  type ChosenShortcuts,
  type ShortcutAction,
} from '../../../domain/shortcuts.ts';
import { useOwnSetting } from '../../../live/useSetting.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { focusSoon } from '../focus.ts';
import { shortcutWords } from './shortcut-words.ts';
import classes from './ShortcutList.module.css';
import { isApple } from './useShortcuts.ts';

async function keep(change: (chosen: ChosenShortcuts) => ChosenShortcuts): Promise<void> {
  const owner = await currentOwner();
  await setOwnSetting(owner, 'shortcuts', change(await getOwnSetting(owner, 'shortcuts')));
}

/** Keys that were pressed for an action and can't simply become its shortcut. */
interface Doubt {
  action: ShortcutAction;
  keys: Keys;
  why: 'needs-modifier' | 'taken' | { holder: ShortcutAction };
}

/** What the keyboard can do here, and by which keys. */
export function ShortcutList() {
  const { t, i18n } = useLingui();
  const chosen = useOwnSetting('shortcuts');
  const [asking, setAsking] = useState<ShortcutAction | null>(null);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [failed, setFailed] = useState(false);
  const id = useId();
  if (chosen === undefined) return null;
  const bound = shortcutsOf(chosen);

  function save(change: (now: ChosenShortcuts) => ChosenShortcuts) {
    setFailed(false);
    setDoubt(null);
    keep(change).catch(() => setFailed(true));
  }

  /** Pressed keys and buttons go away; one goes on at the row. */
  const backTo = (action: ShortcutAction) => focusSoon(`${id}-${action}`);

  function take(action: ShortcutAction, keys: Keys) {
    setAsking(null);
    backTo(action);
    const holder = actionOf(keys, chosen ?? {});
    const why = shortcutTrouble(keys) ?? (holder && holder !== action ? { holder } : null);
    if (why) setDoubt({ action, keys, why });
    else save((now) => withShortcut(now, action, keys));
  }

  const isChanged = Object.keys(chosen).length > 0;
  return (
    <div className={classes.root}>
      <ul className={classes.list}>
        {shortcutActions.map((action) => {
          const words = i18n._(shortcutWords[action]);
          const keys = bound[action];
          return (
            <li key={action} className={classes.row}>
              <span className={classes.words}>{words}</span>
              {asking === action ? (
                <KeysWanted
                  words={words}
                  onKeys={(pressed) => take(action, pressed)}
                  onEscape={() => {
                    setAsking(null);
                    backTo(action);
                  }}
                  onEnd={() => setAsking(null)}
                />
              ) : (
                <button
                  type="button"
                  className={classes.keys}
                  id={`${id}-${action}`}
                  title={t`Choose other keys`}
                  onClick={() => {
                    setDoubt(null);
                    setAsking(action);
                  }}
                >
                  <VisuallyHidden>
                    <Trans comment="For screen readers; the keys of a shortcut follow">
                      Change the keys for “{words}”:
                    </Trans>{' '}
                  </VisuallyHidden>
                  {keys ? (
                    <KeyCaps keys={keys} />
                  ) : (
                    <Trans comment="A shortcut that has no keys">None</Trans>
                  )}
                </button>
              )}
              {keys !== usualShortcuts[action] && asking !== action ? (
                <IconButton
                  label={t({
                    message: `Usual keys for “${words}”`,
                    comment: 'Button: a shortcut has its first keys again',
                  })}
                  icon={<IconRestore size={20} stroke={1.75} aria-hidden />}
                  onClick={() => take(action, usualShortcuts[action])}
                />
              ) : (
                <span className={classes.gap} />
              )}
              {doubt?.action === action && (
                <div className={classes.doubt} role="alert">
                  <DoubtWords doubt={doubt} />
                  <span className={classes.actions}>
                    {typeof doubt.why === 'object' && (
                      <Button
                        size="sm"
                        variant="light"
                        onClick={() => {
                          save((now) => withShortcut(now, action, doubt.keys));
                          backTo(action);
                        }}
                      >
                        <Trans comment="Button: these keys do this now, and not what they did before">
                          Use them here
                        </Trans>
                      </Button>
                    )}
                    <Button
                      size="sm"
                      variant="subtle"
                      onClick={() => {
                        setDoubt(null);
                        setAsking(action);
                      }}
                    >
                      <Trans comment="Button: press other keys for a shortcut">Other keys</Trans>
                    </Button>
                  </span>
                </div>
              )}
            </li>
          );
        })}
        <li className={classes.row}>
          <span className={classes.words}>
            <Trans comment="What a keyboard shortcut does">Weigh the word at the caret</Trans>
          </span>
          <span className={classes.keys} data-fixed>
            <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd>
          </span>
          <span className={classes.gap} />
        </li>
      </ul>
      {failed && (
        <p className={classes.failed} role="alert">
          <Trans>The keys could not be kept. Make some room on this device and try again.</Trans>
        </p>
      )}
      <div className={classes.foot}>
        <p>
          <Trans>Press on keys to choose others. They are kept for you on this device.</Trans>
        </p>
        {isChanged && (
          <Button size="sm" variant="default" onClick={() => save(() => ({}))}>
            <Trans comment="Button: every shortcut has its first keys again">All usual keys</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

function KeyCaps({ keys }: { keys: Keys }) {
  return keyCaps(keys, isApple).map((cap, at) => (
    <Fragment key={cap}>
      {/* Read out, two keys are two words. */}
      {at > 0 && ' '}
      <Kbd>{cap}</Kbd>
    </Fragment>
  ));
}

function DoubtWords({ doubt: { keys, why } }: { doubt: Doubt }) {
  const { i18n } = useLingui();
  const caps = keyCaps(keys, isApple).join(' ');
  if (why === 'taken') {
    return (
      <Trans>{caps} belongs to the browser or to text fields. Nothing changed; press others.</Trans>
    );
  }
  if (why === 'needs-modifier') {
    return (
      <Trans>
        {caps} moves about every page. Nothing changed; hold Ctrl, ⌘ or Alt with it, or press
        others.
      </Trans>
    );
  }
  const holder = i18n._(shortcutWords[why.holder]);
  return (
    <Trans>
      {caps} already does “{holder}”. Used here, that has no keys until you give it some.
    </Trans>
  );
}

/** Waits for the keys of a shortcut; Escape leaves them as they were. */
function KeysWanted({
  words,
  onKeys,
  onEscape,
  onEnd,
}: {
  words: string;
  onKeys: (keys: Keys) => void;
  onEscape: () => void;
  /** One has gone elsewhere. */
  onEnd: () => void;
}) {
  const { t } = useLingui();
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), []);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    // Neither the page nor the dialog around it may take them.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      onEscape();
      return;
    }
    const keys = keysOf(event);
    if (keys !== null) onKeys(keys);
  });
  useEffect(() => {
    const element = field.current;
    const listener = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, []);
  return (
    <button
      ref={field}
      type="button"
      className={classes.keys}
      data-asking
      data-mantine-stop-propagation="true"
      aria-label={t({
        message: `Press the keys for “${words}”. Escape leaves them as they are.`,
        comment: 'For screen readers, while the keys of a shortcut are waited for',
      })}
      onBlur={onEnd}
      onClick={onEnd}
    >
      <Trans comment="While the keys of a shortcut are waited for">Press keys …</Trans>
    </button>
  );
}
