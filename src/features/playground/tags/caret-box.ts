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

/**
 * Where a character of a text field stands on the screen. Browsers don't tell: the text is set once more, out of
 * sight, in a box that breaks its lines as the field does.
 */
export function caretBox(area: HTMLTextAreaElement, at: number): Box {
  const mirror = document.createElement('div');
  const style = getComputedStyle(area);
  for (const property of copied) mirror.style[property] = style[property];
  Object.assign(mirror.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
    borderStyle: 'solid',
    borderColor: 'transparent',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    // A scroll bar of the field narrows its lines.
    width: `${area.clientWidth + parseFloat(style.borderLeftWidth) + parseFloat(style.borderRightWidth)}px`,
    boxSizing: 'border-box',
  });
  mirror.setAttribute('aria-hidden', 'true');
  const mark = document.createElement('span');
  // With the rest of its word, which may not fit into the line any more.
  mark.textContent = /^\S+/.exec(area.value.slice(at))?.[0] ?? '\u200B';
  mirror.append(area.value.slice(0, at), mark);
  document.body.append(mirror);
  const [rectangle] = mark.getClientRects();
  const box = area.getBoundingClientRect();
  const lineHeight = parseFloat(style.lineHeight) || parseFloat(style.fontSize) * 1.5;
  const x = rectangle?.left ?? 0;
  const y = (rectangle?.top ?? 0) + ((rectangle?.height ?? lineHeight) - lineHeight) / 2;
  mirror.remove();
  return { left: box.left + x, top: box.top + y - area.scrollTop, width: 0, height: lineHeight };
}
