import type { Box } from './place-list.ts';

/** Whatever decides where a character stands. */
const copied = [
  'boxSizing',
  'width',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'fontStretch',
  'fontSize',
  'fontFamily',
  'fontFeatureSettings',
  'lineHeight',
  'letterSpacing',
  'wordSpacing',
  'textAlign',
  'textIndent',
  'textTransform',
  'direction',
  'tabSize',
] as const;

/** The field's text once more, out of sight, in a box that breaks its lines as the field does. */
interface Mirror {
  of: HTMLTextAreaElement;
  /** Of the field inside its borders; a scroll bar narrows its lines. */
  width: number;
  box: HTMLElement;
  before: Text;
  mark: HTMLElement;
  lineHeight: number;
  fontSize: number;
  /** Where the mark stands within the field, and how far its line goes on behind it. */
  seen: { before: string; word: string; x: number; y: number; room: number } | null;
}

let kept: Mirror | null = null;

function mirrorOf(area: HTMLTextAreaElement): Mirror {
  if (kept?.of === area && kept.width === area.clientWidth && kept.box.isConnected) return kept;
  forgetCaret();
  const box = document.createElement('div');
  const style = getComputedStyle(area);
  for (const property of copied) box.style[property] = style[property];
  Object.assign(box.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
    contain: 'layout style paint',
    borderStyle: 'solid',
    borderColor: 'transparent',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    width: `${area.clientWidth + parseFloat(style.borderLeftWidth) + parseFloat(style.borderRightWidth)}px`,
    boxSizing: 'border-box',
  });
  box.setAttribute('aria-hidden', 'true');
  const before = document.createTextNode('');
  const mark = document.createElement('span');
  box.append(before, mark);
  document.body.append(box);
  const fontSize = parseFloat(style.fontSize);
  const lineHeight = parseFloat(style.lineHeight) || fontSize * 1.5;
  kept = { of: area, width: area.clientWidth, box, before, mark, lineHeight, fontSize, seen: null };
  return kept;
}

/** Takes the mirror away; the next question makes another one, by the styles that hold then. */
export function forgetCaret(): void {
  kept?.box.remove();
  kept = null;
}

/** No sign is wider. */
const widestEm = 1.5;

/**
 * Where a character of a text field stands on the screen. Browsers don't tell, and a mirror of the text has to be laid
 * out for it; so a word that grows and has room in its line is not looked for again with each key.
 */
export function caretBox(area: HTMLTextAreaElement, at: number): Box {
  const mirror = mirrorOf(area);
  const { box, before, mark, lineHeight, fontSize, seen } = mirror;
  const text = area.value.slice(0, at);
  // With the rest of its word, which may not fit into the line any more.
  const word = /^\S+/.exec(area.value.slice(at))?.[0] ?? '\u200B';
  const isLonger = seen?.before === text && word.startsWith(seen.word);
  let place =
    isLonger && (word.length - seen.word.length) * fontSize * widestEm < seen.room && seen;
  if (!place) {
    if (before.data !== text) before.data = text;
    mark.textContent = word;
    const [rectangle] = mark.getClientRects();
    const x = rectangle?.left ?? 0;
    const y = (rectangle?.top ?? 0) + ((rectangle?.height ?? lineHeight) - lineHeight) / 2;
    const { paddingRight, borderRightWidth } = box.style;
    const end = box.offsetWidth - parseFloat(paddingRight) - parseFloat(borderRightWidth);
    place = { before: text, word, x, y, room: end - (rectangle?.right ?? end) };
    mirror.seen = place;
  }
  const { left, top } = area.getBoundingClientRect();
  return {
    left: left + place.x,
    top: top + place.y - area.scrollTop,
    width: 0,
    height: lineHeight,
  };
}
