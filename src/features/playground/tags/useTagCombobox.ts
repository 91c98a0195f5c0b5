import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import type { TagList } from '../../../domain/tags.ts';
import { holdTags, loadTags, suggestTags } from '../../../../workers/tags/client.ts';
import type { TagSuggestion } from '../../../../workers/tags/contract.ts';
import { caretBox, forgetCaret } from './caret-box.ts';
import { composesWords } from './composing.ts';
import { placeList, type ListPlace } from './place-list.ts';
import { insertionOf, typedTagAt, type TypedTag } from './typed-tag.ts';

const rowHeight = 44;
/** Half a row says that there are more. */
const rowsSeen = 6.5;
/** With its borders. */
const padding = 10;

/** What is suggested, and for what: text and caret tell whether it is still that. */
interface Offer {
  text: string;
  caret: number;
  piece: TypedTag;
  matched: number;
  tags: readonly TagSuggestion[];
  place: ListPlace;
}

export interface TagCombobox {
  /** Of the list: `idle` until somebody writes. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Null while nothing is suggested; without tags while the list is on its way. */
  offer: Offer | null;
  /** What was suggested last: drawn and out of sight, it needs half the time of a new list to be shown again. */
  last: Offer | null;
  /** Of the tags; -1 while none is marked. */
  active: number;
  accept: (index: number) => void;
  tryAgain: () => void;
}

function placeFor(area: HTMLTextAreaElement, at: number, rows: number): ListPlace {
  const view = window.visualViewport;
  const { clientWidth, clientHeight } = document.documentElement;
  const seen = {
    left: view?.offsetLeft ?? 0,
    top: view?.offsetTop ?? 0,
    width: view?.width ?? clientWidth,
    height: view?.height ?? clientHeight,
  };
  const wanted = Math.min(rows, rowsSeen) * rowHeight + padding;
  return placeList(caretBox(area, at), seen, clientHeight, wanted);
}

/**
 * Replaces a stretch of a field's text as typing does: as one step of the browser's own undo, and heard by whoever
 * listens for input. `execCommand` is deprecated and the only way to that; where a browser refuses it, the words go
 * in all the same.
 */
function replaceText(
  area: HTMLTextAreaElement,
  { start, end, text, caret }: { start: number; end: number; text: string; caret: number },
): void {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  area.setSelectionRange(caret, caret);
}

const isWriting = (event: Event): boolean =>
  event instanceof InputEvent &&
  /^(insert(Text|CompositionText|LineBreak)|delete)/.test(event.inputType);

/**
 * Suggests tags for what is written into a text field, by the pattern of a combobox with a list. The first of them is
 * not marked by itself: Enter goes on making lines until somebody has moved into the list, and Tab takes the first.
 */
export function useTagCombobox(
  area: RefObject<HTMLTextAreaElement | null>,
  {
    list,
    address,
    listId,
    optionId,
    locale,
  }: {
    list: TagList;
    address: string;
    listId: string;
    optionId: (index: number) => string;
    locale: string;
  },
): TagCombobox {
  const [status, setStatus] = useState<TagCombobox['status']>('idle');
  /** The same for what goes on between two renders. */
  const phase = useRef(status);
  const [last, setLast] = useState<Offer | null>(null);
  const [isOffered, setIsOffered] = useState(false);
  const offer = isOffered ? last : null;
  const [active, setActive] = useState(-1);
  /** The newest question to the worker: an answer to an older one is late. */
  const asked = useRef(0);
  /** Where the piece begins for which the list was put away. */
  const dismissed = useRef<number | null>(null);
  const isComposing = useRef(false);
  const isInserting = useRef(false);

  function close() {
    asked.current += 1;
    setIsOffered(false);
    setActive(-1);
  }

  async function suggest() {
    const node = area.current;
    if (!node || document.activeElement !== node || isInserting.current) return;
    const { value: text, selectionStart: caret, selectionEnd } = node;
    const piece = caret === selectionEnd ? typedTagAt(text, caret) : null;
    if (piece === null || piece.start !== dismissed.current) dismissed.current = null;
    if (piece === null || dismissed.current !== null) {
      close();
      return;
    }
    asked.current += 1;
    const question = asked.current;
    const found =
      phase.current === 'ready' ? await suggestTags(piece.typed) : { matched: 0, tags: [] };
    if (question !== asked.current || node.value !== text || node.selectionStart !== caret) return;
    const isComing = phase.current === 'loading';
    if (found.tags.length === 0 && !isComing) {
      close();
      return;
    }
    const { matched, tags } = found;
    const at = isComing ? piece.start : caret - matched;
    const place = placeFor(node, at, tags.length || 1);
    // Left to the scheduler it would miss a frame.
    flushSync(() => {
      setLast({ text, caret, piece, matched, tags, place });
      setIsOffered(true);
      setActive(-1);
    });
  }

  function enter(next: TagCombobox['status']) {
    phase.current = next;
    setStatus(next);
  }

  async function load() {
    if (phase.current === 'loading') return;
    // A list that is here stays in use while it is asked for again: its worker may have ended.
    if (phase.current !== 'ready') enter('loading');
    const result = await loadTags(list, address);
    const wasReady = phase.current === 'ready';
    enter(result.ok ? 'ready' : 'failed');
    if (!result.ok) close();
    // For what was typed while the list came.
    else if (!wasReady) void suggest();
  }

  function accept(index: number) {
    const node = area.current;
    const tag = offer?.tags[index];
    if (!node || !offer || !tag || node.value !== offer.text) return;
    const { text, caret, piece, matched } = offer;
    isInserting.current = true;
    // What an input method still holds would be written over what is inserted.
    if (isComposing.current) node.blur();
    replaceText(node, insertionOf(text, caret, piece, matched, tag.name));
    isInserting.current = false;
    close();
  }

  const onFocus = useEffectEvent(() => {
    if (phase.current !== 'failed') void load();
  });
  const onInput = useEffectEvent((event: Event) => {
    if (isComposing.current && composesWords(writerOf(locale))) return;
    if (isWriting(event)) void suggest();
    else close();
  });
  const onComposition = useEffectEvent((event: CompositionEvent) => {
    isComposing.current = event.type === 'compositionstart';
    if (isComposing.current) {
      if (composesWords(writerOf(locale))) close();
    } else void suggest();
  });
  const onCaret = useEffectEvent(() => {
    const node = area.current;
    // The caret that moves with what is typed is no leaving: the new text has been asked for already.
    if (node && node.value === offer?.text && node.selectionEnd !== offer.caret) close();
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // 229: the key belongs to an input method, also where a browser does not say so otherwise.
    const isTheirs = event.isComposing || event.keyCode === 229;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!offer || isTheirs || !isPlain) return;
    const count = offer.tags.length;
    if (event.key === 'Escape') {
      dismissed.current = offer.piece.start;
      close();
    } else if (count === 0) {
      return;
    } else if (event.key === 'ArrowDown') {
      setActive(active === count - 1 ? 0 : active + 1);
    } else if (event.key === 'ArrowUp') {
      setActive(active <= 0 ? count - 1 : active - 1);
    } else if (event.key === 'Tab') {
      accept(Math.max(0, active));
    } else if (event.key === 'Enter' && active !== -1) {
      accept(active);
    } else {
      return;
    }
    event.preventDefault();
    // Nobody else's: Escape closes this list and nothing behind it.
    event.stopPropagation();
  });
  const leave = useEffectEvent(close);
  const follow = useEffectEvent(() => {
    const node = area.current;
    if (!node || !offer) return;
    const at = offer.tags.length > 0 ? offer.caret - offer.matched : offer.piece.start;
    setLast({ ...offer, place: placeFor(node, at, offer.tags.length || 1) });
  });

  useEffect(() => holdTags(), []);
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    node.addEventListener('focus', () => onFocus(), { signal });
    // First of all who listen: the worker searches while the form takes the text over.
    node.addEventListener('input', (event) => onInput(event), { signal, capture: true });
    node.addEventListener('compositionstart', (event) => onComposition(event), { signal });
    node.addEventListener('compositionend', (event) => onComposition(event), { signal });
    node.addEventListener('keydown', (event) => onKey(event), { signal });
    node.addEventListener('blur', () => leave(), { signal });
    // Its styles may be others when it is come back to.
    node.addEventListener('blur', forgetCaret, { signal });
    window.addEventListener('resize', forgetCaret, { signal, capture: true });
    document.addEventListener('selectionchange', () => onCaret(), { signal });
    node.setAttribute('aria-autocomplete', 'list');
    // It may have been focused before this code was there.
    if (document.activeElement === node) queueMicrotask(() => onFocus());
    return () => {
      listeners.abort();
      forgetCaret();
      node.removeAttribute('aria-autocomplete');
    };
  }, [area]);

  const isOpen = offer !== null && offer.tags.length > 0;
  // A combobox only while there is a list to choose from: otherwise it is a text of several lines like any other.
  useLayoutEffect(() => {
    const node = area.current;
    if (!node || !isOpen) return;
    node.setAttribute('role', 'combobox');
    node.setAttribute('aria-expanded', 'true');
    node.setAttribute('aria-controls', listId);
    return () => {
      for (const name of ['role', 'aria-expanded', 'aria-controls']) node.removeAttribute(name);
    };
  }, [area, isOpen, listId]);
  const activeId = isOpen && active !== -1 ? optionId(active) : null;
  useLayoutEffect(() => {
    const node = area.current;
    if (!node || activeId === null) return;
    node.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => node.removeAttribute('aria-activedescendant');
  }, [area, activeId]);

  // Always: to begin listening with the list would be part of the key that opens it.
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const onMove = (event: Event) => {
      // The list's own scrolling moves nothing.
      const isInList = event.target instanceof Element && event.target.id === listId;
      if (!isInList) follow();
    };
    window.addEventListener('scroll', onMove, { signal, capture: true, passive: true });
    window.addEventListener('resize', onMove, { signal });
    window.visualViewport?.addEventListener('resize', onMove, { signal });
    window.visualViewport?.addEventListener('scroll', onMove, { signal });
    return () => listeners.abort();
  }, [listId]);

  return { status, offer, last, active, accept, tryAgain: () => void load() };
}

function writerOf(locale: string) {
  return {
    languages: [locale, ...navigator.languages],
    isAndroid: /Android/.test(navigator.userAgent),
  };
}
