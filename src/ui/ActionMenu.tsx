import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import classes from './ActionMenu.module.css';

export interface MenuAction {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  /** Stays open after the choice, e.g. for "Copied". */
  keepOpen?: boolean;
  /** Shown instead of the menu when it is chosen; Escape and the left arrow lead back. */
  actions?: readonly MenuAction[];
  /** One of several, of which one holds. */
  checked?: boolean;
}

/** Props for the button that opens the menu; spread them on it. */
export interface MenuTrigger {
  ref: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

/** Actions behind one button: beside it on wide screens, from below on phones. */
export function ActionMenu({
  label,
  actions,
  header,
  children,
}: {
  label: string;
  /** A function is asked when the menu opens: a wall of pictures has a menu on each, and nobody opens most of them. */
  actions: readonly MenuAction[] | (() => readonly MenuAction[]);
  /** Words above the actions; not interactive. */
  header?: ReactNode;
  children: (trigger: MenuTrigger) => ReactNode;
}) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<{ top: number; right: number; above: boolean } | null>(null);
  const opened = place !== null;

  function open() {
    const box = trigger.current?.getBoundingClientRect();
    if (!box) return;
    const above = box.bottom > window.innerHeight * 0.6;
    setPlace({
      top: above ? window.innerHeight - box.top + 6 : box.bottom + 6,
      right: Math.max(8, document.documentElement.clientWidth - box.right),
      above,
    });
  }

  function close(returnFocus: boolean) {
    setPlace(null);
    if (returnFocus) trigger.current?.focus();
  }

  return (
    <>
      {children({
        ref: trigger,
        onClick: () => (opened ? close(false) : open()),
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? id : undefined,
      })}
      {place &&
        createPortal(
          <MenuSurface
            id={id}
            label={label}
            actions={typeof actions === 'function' ? actions() : actions}
            header={header}
            place={place}
            onClose={close}
          />,
          document.body,
        )}
    </>
  );
}

function MenuSurface({
  id,
  label,
  actions,
  header,
  place,
  onClose,
}: {
  id: string;
  label: string;
  actions: readonly MenuAction[];
  header: ReactNode;
  place: { top: number; right: number; above: boolean };
  onClose: (returnFocus: boolean) => void;
}) {
  const surface = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const inner = actions.find((action) => action.key === opened);
  const shown = inner?.actions ?? actions;

  useEffect(() => {
    const items = menuItems(surface.current);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }, [opened]);

  const leave = useEffectEvent(() => onClose(false));
  useEffect(() => {
    // The place was measured once; a page that moves under the menu would leave it hanging.
    const onResize = () => leave();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const items = menuItems(surface.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const target =
      event.key === 'ArrowDown'
        ? items[(at + 1) % items.length]
        : event.key === 'ArrowUp'
          ? items[(at - 1 + items.length) % items.length]
          : event.key === 'Home'
            ? items[0]
            : event.key === 'End'
              ? items.at(-1)
              : undefined;
    if (target) {
      event.preventDefault();
      target.focus();
    } else if (opened !== null && (event.key === 'Escape' || event.key === 'ArrowLeft')) {
      event.preventDefault();
      event.stopPropagation();
      setOpened(null);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose(true);
    }
  }

  return (
    <>
      <div className={classes.backdrop} onClick={() => onClose(false)} aria-hidden />
      <section
        ref={surface}
        aria-label={label}
        className={classes.menu}
        data-above={place.above || undefined}
        style={{ '--menu-offset': `${place.top}px`, '--menu-right': `${place.right}px` }}
      >
        {header && <div className={classes.header}>{header}</div>}
        <div
          id={id}
          role="menu"
          aria-label={typeof inner?.label === 'string' ? inner.label : label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {shown.map((action) => (
            <button
              key={action.key}
              type="button"
              role={action.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={action.checked}
              aria-haspopup={action.actions ? 'menu' : undefined}
              tabIndex={-1}
              className={classes.item}
              data-tone={action.tone}
              // Mantine's dialogs close on Escape unless the focused element says it is its own affair.
              data-mantine-stop-propagation="true"
              aria-disabled={action.disabled || undefined}
              onClick={() => {
                if (action.disabled) return;
                if (action.actions) {
                  setOpened(action.key);
                  return;
                }
                if (!action.keepOpen) onClose(true);
                action.onSelect();
              }}
            >
              {action.icon}
              <span>{action.label}</span>
              {action.actions && <IconChevronRight className={classes.more} aria-hidden />}
              {action.checked && <IconCheck className={classes.more} aria-hidden />}
            </button>
          ))}
        </div>
      </section>
    </>
  );
}

function menuItems(surface: HTMLElement | null): HTMLElement[] {
  return surface ? Array.from(surface.querySelectorAll<HTMLElement>('[role^="menuitem"]')) : [];
}
