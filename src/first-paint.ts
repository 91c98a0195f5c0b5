import { takeDoorKeys } from './domain/door-keys.ts';
import type { IntentId } from './domain/ids.ts';
import { uuidV7 } from './domain/ids.ts';
import { keysOf, mayFire } from './domain/key-press.ts';
import {
  isPageScript,
  type KeptScripts,
  keptScriptsKey,
  pageKindOf,
} from './domain/kept-scripts.ts';
import { languageTag } from './domain/languages.ts';
import { currentModelTtlMs } from './domain/limits.ts';
import { shellTools } from './domain/written-pages.ts';
import type {
  ShellPress,
  ShellSnapshot,
  TypedInShell,
} from './features/playground/shell/shell-state.ts';
import { firstLanguage } from './language-choice.ts';
import './start-watch.ts';

/*
 * Runs before the first paint and before any other code of the app: scripts/vite-shell.ts makes a classic script of
 * it. It chooses what index.html shows (colours, language, prompt or bare frame) and keeps what is done to that
 * shell until the app takes it over: words, a press of Generate, a press of something else.
 * src/features/playground/shell/shell-state.ts is its other end. Nothing is painted before it has run: it is small.
 */

/** Storage may be forbidden: then a reload forgets, and everything else works. */
function read(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

function keep(key: string, value: TypedInShell | ShellPress[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Only a reload right now would forget.
  }
}

/** Before anything else looks at the address: no code, no history and no report has them from there. */
function takeKeys(): void {
  const { pathname, search, hash } = window.location;
  const taken = takeDoorKeys(search);
  if (taken.search === search) return;
  history.replaceState(history.state, '', pathname + taken.search + hash);
  if (taken.keys) window.kilnDoorKeys = taken.keys;
}

takeKeys();
const root = document.documentElement;
const query = new URLSearchParams(window.location.search);

/** The device's database holds the choice, but it answers too late: localStorage mirrors it. */
function paintGround(): void {
  const asked = query.get('mode');
  let scheme = asked === 'auto' || asked === 'dark' || asked === 'light' ? asked : 'dark';
  try {
    if (scheme !== asked) scheme = localStorage.getItem('kiln-color-scheme') ?? scheme;
  } catch {
    // Dark is the default anyway.
  }
  const isLight =
    scheme === 'light' ||
    (scheme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset['mantineColorScheme'] = isLight ? 'light' : 'dark';
  const ground = isLight ? '#f6f1e8' : '#15100c';
  root.style.backgroundColor = ground;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}

/**
 * Chromium keeps the compiled code of modules that the service worker answers with, and takes it only where they are asked
 * for as plain scripts; as modules they are parsed anew at each start. Asked for here, they also come sooner (ADR 0062).
 */
function askForScripts(): void {
  const kept = read(() => localStorage, keptScriptsKey) as Partial<KeptScripts> | null;
  const isControlled = Boolean((navigator as Partial<Navigator>).serviceWorker?.controller);
  const paths: unknown = kept?.of?.[pageKindOf(window.location.pathname)];
  if (!isControlled || kept?.version !== __KILN_VERSION__ || !Array.isArray(paths)) return;
  for (const path of paths) {
    if (typeof path !== 'string' || !isPageScript(path)) continue;
    const link = document.createElement('link');
    document.head.append(
      Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: '', href: path }),
    );
  }
}

askForScripts();
paintGround();
const language = firstLanguage();
root.lang = languageTag(language);

const snapshot = (read(() => localStorage, 'kiln-start') ?? {}) as ShellSnapshot;
const path = /^\/generate(?:\/([^/]+))?(?:\/[^/]+)?\/?$/.exec(window.location.pathname);
const isRecent = Date.now() - (snapshot.atMs ?? 0) < currentModelTtlMs;
const type = path?.[1] ?? ((isRecent && snapshot.type) || snapshot.first) ?? 'Text2Img';
const heard: readonly string[] = ['Text2Voice', 'GenMusic'];
// The other tools begin with a picture, which the app's own form shows.
const isPrompt = path !== null && shellTools.some((each) => each === type);
const isHome = window.location.pathname === '/';
// Nothing is noted here before the app has been open once.
const isNewcomer = snapshot.owner === undefined;
/** The platform has written the page, as it is for who is not signed in. */
const isWritten =
  root.dataset['written'] === language &&
  (isNewcomer || !/^\/(?:history|work)(?:\/|$)/.test(window.location.pathname));
const first = isPrompt ? 'prompt' : isHome ? 'home' : isWritten ? 'written' : 'frame';
root.dataset['first'] = first;
if (isNewcomer) root.dataset['newcomer'] = '';

// Those of home's examples that a phone shows; in index.html they are lazy, for all the pages that show none of them.
if (isHome && isNewcomer) {
  for (const name of ['sail', 'aurora', 'ink', 'peonies']) {
    Object.assign(new Image(), { fetchPriority: 'high', src: `/examples/${name}.webp` });
  }
}

type Shell = NonNullable<Window['kilnShell']>;
const shell: Shell = {
  type,
  typed: false,
  composing: false,
  presses: [],
  wanted: null,
  show(note) {
    for (const element of document.querySelectorAll<HTMLElement>('#shell [data-note]')) {
      const name = element.dataset['note'];
      if (name === note) element.hidden = false;
      // Of one press only the newest word holds; what is wrong stays said.
      else if (name === 'kept' || name === 'saved') element.hidden = true;
    }
  },
};
window.kilnShell = shell;

const area = () =>
  document.querySelector<HTMLTextAreaElement>(
    `#shell > [data-shell='${language}'] [data-for='prompt'] textarea`,
  );

function keepTyped(field: HTMLTextAreaElement): void {
  shell.typed = true;
  keep('kiln-typed', { type, text: field.value });
}

function press(): void {
  const field = area();
  if (!field) return;
  if (field.value.trim() === '') {
    field.focus();
    return;
  }
  const text = field.value;
  // Pressed again while the press waits: still the same wish. With other words it is another one.
  if (shell.presses.at(-1)?.text === text) return;
  keepTyped(field);
  const random = crypto.getRandomValues(new Uint8Array(10));
  shell.presses.push({ id: uuidV7(Date.now(), random) as IntentId, type, text });
  keep('kiln-press', shell.presses);
  shell.show('kept');
  shell.onPress?.();
}

document.addEventListener('input', ({ target }) => {
  const field = area();
  if (field && target === field) keepTyped(field);
});
// Here and not later: a word may be begun before any other code is there.
document.addEventListener('compositionstart', () => (shell.composing = true), true);
document.addEventListener('compositionend', () => (shell.composing = false), true);
// Home's form leads on by the app alone.
document.addEventListener('submit', (event) => {
  if (event.target instanceof Element && event.target.closest('#shell')) event.preventDefault();
});
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  const control = event.target.closest<HTMLElement>('#shell button, #shell nav a');
  if (!control) return;
  if (control.matches('[data-generate]')) {
    press();
    return;
  }
  if (control instanceof HTMLAnchorElement) {
    // Without the app a link is a link; with it behind the shell, the page need not be loaded again.
    if (!shell.onWanted || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
  }
  shell.wanted = (control.getAttribute('aria-label') ?? control.textContent).trim();
  shell.onWanted?.();
});
/** As domain/shortcuts.ts has them, which is too much for here. */
const { keys: generateKeys = 'Mod+Enter' } = snapshot;
document.addEventListener('keydown', (event) => {
  const keys = keysOf(event);
  if (keys === null || keys !== generateKeys || event.target !== area()) return;
  if (!mayFire(keys, true, /Mac|iPhone|iPad/.test(navigator.userAgent))) return;
  event.preventDefault();
  press();
});

/** In home's form Enter is its button, as in the app's own. */
document.addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  if (!(target instanceof HTMLTextAreaElement) || !target.closest('#shell form')) return;
  event.preventDefault();
  target.form?.querySelector<HTMLElement>('[type=submit]')?.click();
});

/** index.html names the usual keys; others come with the app. */
function hideUsualKeys(): void {
  const button = document.querySelector<HTMLElement>('#shell [aria-keyshortcuts]');
  button?.removeAttribute('aria-keyshortcuts');
  const caps = button?.nextElementSibling;
  if (caps instanceof HTMLElement) caps.style.visibility = 'hidden';
}

function keepOnly(attribute: string, wanted: string): void {
  for (const part of document.querySelectorAll(`#shell [${attribute}]`)) {
    if (part.getAttribute(attribute) !== wanted) part.remove();
  }
}

/** What the prompt says: what was typed before a reload, the link's words, else the draft as it was. */
function fill(field: HTMLTextAreaElement): void {
  if (heard.includes(type)) field.placeholder = '';
  if (field.value !== '') return;
  const typed = read(() => sessionStorage, 'kiln-typed') as TypedInShell | null;
  if (typed?.type === type) {
    field.value = typed.text;
    shell.typed = true;
  } else if (window.location.search === '') field.value = snapshot.texts?.[type] ?? '';
  else field.value = query.get('prompt') ?? '';
  const waiting = read(() => sessionStorage, 'kiln-press');
  if (!Array.isArray(waiting) || (waiting[0] as ShellPress | undefined)?.type !== type) return;
  shell.presses = waiting as ShellPress[];
  shell.show('kept');
}

// All of index.html is there, and none of its deferred scripts has run.
document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive') return;
  keepOnly('data-shell', language);
  keepOnly('data-for', first);
  const [, place = ''] = window.location.pathname.split('/');
  for (const link of document.querySelectorAll('#shell nav a')) {
    link.toggleAttribute('data-current', link.getAttribute('href') === `/${place}`);
  }
  const field = area();
  if (field && isPrompt) fill(field);
  if (snapshot.keys !== undefined) hideUsualKeys();
});
