import type { DoorKeys } from '../../../domain/door-keys.ts';
import { forgetLeftDraft } from '../../../db/left-draft.ts';
import { guestOwner } from '../../../domain/community.ts';
import type { GeneratorType } from '../../../domain/generator-types.ts';
import type { IntentId } from '../../../domain/ids.ts';
import type { Keys } from '../../../domain/key-press.ts';
import { usualShortcuts } from '../../../domain/shortcuts.ts';

/*
 * The shell is what index.html shows before the app is there. src/first-paint.ts keeps what people do to it;
 * here the app takes that over, and the shell goes.
 */

/** Generate, pressed in the shell. */
export interface ShellPress {
  /** Of the request that it becomes: however often it is carried out, it is that one. */
  id: IntentId;
  /** The tool that the shell stood for. */
  type: string;
  text: string;
}

/** Words that were typed into the shell. */
export interface TypedInShell {
  type: string;
  text: string;
}

/** Notes that the shell has ready, each in its language. */
type ShellNote = 'kept' | 'saved' | 'silent';

declare global {
  interface Window {
    /** How far the app has come, for src/start-watch.ts; said by src/main.tsx. */
    kilnStart?: 'running' | 'shown';
    /** src/start-watch.ts comes several times and acts once. */
    kilnIsWatched?: true;
    /** What a link of the account provider carried; src/first-paint.ts took it out of the address. */
    kilnDoorKeys?: DoorKeys;
    /** Made by src/first-paint.ts. */
    kilnShell?: {
      /** The tool that the shell's prompt is for. */
      readonly type: string;
      /** Somebody wrote into the prompt. */
      typed: boolean;
      /** An input method is in the middle of a word. */
      composing: boolean;
      /** Waiting to become requests, the oldest first. */
      presses: ShellPress[];
      /** Name of the last other button that was pressed. */
      wanted: string | null;
      onPress?: (() => void) | null;
      onWanted?: (() => void) | null;
      show: (note: ShellNote | null) => void;
    };
  }
}

const typedKey = 'kiln-typed';
const pressKey = 'kiln-press';
const snapshotKey = 'kiln-start';

function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // Storage is forbidden or full: only a reload right now would forget.
  }
}

function readKept(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

const shellElement = () => document.getElementById('shell');

export function showInShell(note: ShellNote): void {
  window.kilnShell?.show(note);
}

/** Takes a note away that no longer holds. */
export function hideInShell(note: ShellNote): void {
  for (const element of shellElement()?.querySelectorAll<HTMLElement>(`[data-note='${note}']`) ??
    []) {
    element.hidden = true;
  }
}

/** The prompt that is on the screen and may have the focus; null when the app's own is there. */
export function shellPrompt(): HTMLTextAreaElement | null {
  if (document.documentElement.dataset['first'] !== 'prompt') return null;
  return shellElement()?.querySelector('textarea') ?? null;
}

/** Home's prompt in the shell; null when the app's own is there, and on other pages. */
export function homeField(): HTMLTextAreaElement | null {
  if (document.documentElement.dataset['first'] !== 'home') return null;
  return shellElement()?.querySelector('textarea') ?? null;
}

/** Focus and caret of home's prompt go over to the app's own, which says the same. */
function handOver(field: HTMLTextAreaElement): () => void {
  const { selectionStart, selectionEnd } = field;
  return () => {
    const own = document.querySelector<HTMLTextAreaElement>('#home-prompt');
    own?.focus({ preventScroll: true });
    own?.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** Whether the shell's words are a person's and go before those of the draft. */
export function isShellTyped(): boolean {
  return window.kilnShell?.typed ?? false;
}

/** The form knows the words; until its draft is written the tab keeps them, too. */
export function ownTyped(): void {
  if (window.kilnShell) window.kilnShell.typed = false;
}

/** What the tab is to keep as soon as nobody waits for a key. */
let unkept: string | null = null;

function keepTyped(): void {
  const type = window.kilnShell?.type;
  const text = unkept;
  unkept = null;
  if (!type || text === null) return;
  quietly(() => sessionStorage.setItem(typedKey, JSON.stringify({ type, text })));
}

/** Typed on in the field that was the shell's: a reload may come before the draft is written. */
export function rememberTyped(text: string): void {
  if (unkept === null) {
    setTimeout(keepTyped, 60);
    addEventListener('pagehide', keepTyped, { once: true });
  }
  unkept = text;
}

/** The words are in the draft now. */
export function forgetTyped(): void {
  ownTyped();
  unkept = null;
  quietly(() => sessionStorage.removeItem(typedKey));
}

/** Presses of Generate that are no requests yet. Where the shell was left by a link, the tab still knows. */
function waitingPresses(): ShellPress[] {
  const inShell = window.kilnShell?.presses ?? [];
  if (inShell.length > 0) return inShell;
  const kept = readKept(pressKey);
  return Array.isArray(kept) ? (kept as ShellPress[]) : [];
}

/** The oldest press that waits; null when none does. */
export function pendingPress(): ShellPress | null {
  return waitingPresses()[0] ?? null;
}

/** Words that were typed into a shell that was then left by a link: once, for their tool. */
export function takeTyped(type: GeneratorType): string | null {
  keepTyped();
  const typed = readKept(typedKey) as TypedInShell | null;
  if (typed?.type !== type) return null;
  forgetTyped();
  return typed.text;
}

/** The press became a request, or the person decided against it. */
export function settlePress(press: ShellPress): void {
  const left = waitingPresses().filter(({ id }) => id !== press.id);
  if (window.kilnShell) window.kilnShell.presses = left;
  quietly(() => {
    if (left.length > 0) sessionStorage.setItem(pressKey, JSON.stringify(left));
    else sessionStorage.removeItem(pressKey);
  });
}

export function onShellPress(listener: () => void): void {
  if (window.kilnShell) window.kilnShell.onPress = listener;
}

/** What the next first paint shows before the database answers. */
export interface ShellSnapshot {
  /** Whose words these are. */
  owner?: string;
  /** The tool used last, and when. */
  type?: string;
  atMs?: number;
  /** The tool that opens without one. */
  first?: string;
  /** By which its owner generates, where these are not the usual keys; null: by none. */
  keys?: Keys | null;
  /** What each tool's prompt says. */
  texts?: Record<string, string>;
}

/** Longer texts come with the database. */
const snapshotTextMaxLength = 4_000;

/** Notes what the next first paint shows before the database answers. */
function noteForFirstPaint(change: (before: ShellSnapshot) => ShellSnapshot): void {
  quietly(() => {
    const text = localStorage.getItem(snapshotKey);
    const before = (text === null ? {} : JSON.parse(text)) as ShellSnapshot;
    localStorage.setItem(snapshotKey, JSON.stringify(change(before)));
  });
}

/** The tool that is open, and the one that opens where none was used of late. */
export function noteTool(type: GeneratorType, first: GeneratorType | undefined): void {
  noteForFirstPaint((before) => ({ ...before, type, atMs: Date.now(), ...(first && { first }) }));
}

/** Notes the keys that generate, undefined before they are known. */
export function noteGenerateKeys(keys: Keys | null | undefined): void {
  if (keys === undefined) return;
  noteForFirstPaint((before) => {
    const { keys: _, ...others } = before;
    return keys === usualShortcuts.generate ? others : { ...others, keys };
  });
}

/** Words are their owner's: whoever comes after them does not find them in the prompt. */
export function noteOwner(owner: string): void {
  // Words of whoever was here before must not come behind this.
  noteUnnoted();
  keepTyped();
  noteForFirstPaint((before) => {
    if (before.owner === owner) return before;
    forgetLeftDraft();
    if (before.owner !== undefined) quietly(() => sessionStorage.removeItem(typedKey));
    // A press of nobody in particular waits for whoever signs in here; that of somebody is theirs.
    if (before.owner !== undefined && before.owner !== guestOwner) {
      quietly(() => sessionStorage.removeItem(pressKey));
    }
    return { ...(before.first && { first: before.first }), owner };
  });
}

/** Writing into a tab's storage takes longer than a key: what is typed goes there in pauses, and before the page goes. */
const notePauseMs = 200;
let unnoted: { type: GeneratorType; text: string; timer: ReturnType<typeof setTimeout> } | null =
  null;

function noteUnnoted(): void {
  if (!unnoted) return;
  const { type, text, timer } = unnoted;
  clearTimeout(timer);
  unnoted = null;
  noteForFirstPaint((before) => ({
    ...before,
    texts: { ...before.texts, [type]: text.length > snapshotTextMaxLength ? '' : text },
  }));
}

/** What a tool's prompt says now. */
export function notePrompt(type: GeneratorType, text: string): void {
  if (unnoted && unnoted.type !== type) noteUnnoted();
  if (unnoted) clearTimeout(unnoted.timer);
  else addEventListener('pagehide', noteUnnoted, { once: true });
  unnoted = { type, text, timer: setTimeout(noteUnnoted, notePauseMs) };
}

/** Gives the live prompt the attributes that the form knows; undefined takes one away. */
export function setAttributes(
  node: HTMLTextAreaElement,
  attributes: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, wanted] of Object.entries(attributes)) {
    if (wanted === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
  }
}

/** Writing the same text again would move the caret. */
export function setText(node: HTMLTextAreaElement, text: string): void {
  if (node.value !== text) node.value = text;
}

let refocus: (() => void) | null = null;

/** Moves a live element without its losing focus and caret, where the browser can. */
export function moveLive(node: HTMLTextAreaElement, parent: HTMLElement): void {
  const focused = document.activeElement === node;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = node;
  const mover = parent as { moveBefore?: (node: Node, child: Node | null) => void };
  if (mover.moveBefore && node.isConnected && parent.isConnected) {
    mover.moveBefore.call(parent, node, null);
  } else parent.append(node);
  if (!focused || document.activeElement === node) return;
  // What is not on the screen cannot be focused, and the app is not before the shell is gone.
  refocus = () => {
    node.focus({ preventScroll: true });
    node.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
    node.scrollTop = scrollTop;
  };
}

/** Resolves at once, or when an input method has ended the word that it is about to write. */
export async function untilNothingIsComposed(): Promise<void> {
  while (window.kilnShell?.composing) {
    await new Promise((resolve) => {
      document.addEventListener('compositionend', resolve, { once: true, capture: true });
    });
    // The browser writes the word after the event.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}

let holds = 0;

/** The page has no form yet: the shell stands in for it. @returns lets go */
export function holdShell(): () => void {
  holds += 1;
  return () => {
    holds -= 1;
    // After the commit, in which the form may take the prompt over.
    queueMicrotask(retireShell);
  };
}

function nameOf(button: Element): string {
  return (button.getAttribute('aria-label') ?? button.textContent).trim();
}

/** A button that was pressed in the shell is pressed in the app as soon as that has it. */
function pressWanted(): void {
  const shell = window.kilnShell;
  if (!shell?.wanted) return;
  const own = [...document.querySelectorAll<HTMLElement>('#root button, #root nav a')].find(
    (button) => nameOf(button) === shell.wanted,
  );
  if (!own) return;
  shell.wanted = null;
  own.click();
}

/** The app's frame is there behind the shell: other buttons work from here on. */
export function forwardPresses(): void {
  if (window.kilnShell) window.kilnShell.onWanted = pressWanted;
  pressWanted();
}

/** Takes the shell away, unless a page still needs it. */
export function retireShell(): void {
  const shell = shellElement();
  if (holds > 0 || !shell) return;
  const focused = shell.contains(document.activeElement) ? document.activeElement : null;
  const name = focused && nameOf(focused);
  const home = homeField();
  if (home !== null && focused === home) refocus = handOver(home);
  shell.remove();
  performance.mark('kiln-app-adopted');
  refocus?.();
  refocus = null;
  document.documentElement.removeAttribute('data-first');
  if (name) {
    [...document.querySelectorAll<HTMLElement>('#root button, #root a')]
      .find((element) => nameOf(element) === name)
      ?.focus({ preventScroll: true });
  }
  forwardPresses();
}
