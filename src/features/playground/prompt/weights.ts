/** What is selected in a text; an empty stretch is the caret. Offsets in UTF-16 code units, as a text field has them. */
export interface Stretch {
  start: number;
  end: number;
}

/** Words in place of a stretch of a text, and what is selected then. */
export interface WeightEdit {
  replaced: Stretch;
  by: string;
  selected: Stretch;
}

export const weightStep = 0.05;
const weightMax = 10;
/** Parentheses without a number mean this much, as the programs do that brought the notation up. */
const bareWeight = 1.1;

/** `(words:1.2)`, with the places of its parts. */
interface Group {
  open: number;
  /** Where the words end and the number begins, if there is one. */
  wordsEnd: number;
  /** Behind the closing parenthesis. */
  end: number;
  weight: number;
}

const numberAtEnd = /:\s*(-?(?:\d+\.?\d*|\.\d+))\s*$/;

/** Pairs of parentheses that mean weights; `\(` and `\)` are letters. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  const opened: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '(') opened.push(at);
    else if (letter === ')') {
      const open = opened.pop();
      if (open === undefined) continue;
      const inner = text.slice(open + 1, at);
      const number = numberAtEnd.exec(inner);
      groups.push({
        open,
        wordsEnd: open + 1 + (number?.index ?? inner.length),
        end: at + 1,
        weight: number ? Number(number[1]) : bareWeight,
      });
    }
  }
  return groups;
}

/** `<lora:name:0.6>` around a stretch, with the place of its number. */
function loraAround(text: string, { start, end }: Stretch): (Stretch & { weight: number }) | null {
  for (const found of text.matchAll(/<[a-z]+:[^<>]*?:(-?(?:\d+\.?\d*|\.\d+))>/giu)) {
    const until = found.index + found[0].length;
    if (start < found.index + 1 || end > until - 1) continue;
    const number = found[1] ?? '';
    return { start: until - 1 - number.length, end: until - 1, weight: Number(number) };
  }
  return null;
}

const between = /[\s,.;:!?|()[\]{}<>，。、；：！？（）【】「」《》…]/u;
const isEdge = (letter: string) => between.test(letter);

/** Never in the middle of a letter that takes two code units. */
function wholeLetters(text: string, { start, end }: Stretch): Stretch {
  const isInside = (at: number) =>
    at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at] ?? '');
  return { start: isInside(start) ? start - 1 : start, end: isInside(end) ? end + 1 : end };
}

/** The word at the caret: up to the next space or mark, and where no spaces are, by the dictionary. */
function wordAt(text: string, caret: number): Stretch | null {
  let start = caret;
  let end = caret;
  while (start > 0 && !isEdge(text[start - 1] ?? ' ')) start -= 1;
  while (end < text.length && !isEdge(text[end] ?? ' ')) end += 1;
  if (start === end) return null;
  const run = text.slice(start, end);
  if (!/\p{Script=Han}/u.test(run)) return { start, end };
  const words = new Intl.Segmenter('zh', { granularity: 'word' });
  for (const { segment, index } of words.segment(run)) {
    const from = start + index;
    // At the end of the run the caret stands behind its last word.
    if (caret < from + segment.length || from + segment.length === end) {
      return { start: from, end: from + segment.length };
    }
  }
  return null;
}

function trimmed(text: string, { start, end }: Stretch): Stretch {
  const isLoose = (letter: string | undefined) => letter !== undefined && /[\s,，、]/u.test(letter);
  let [from, until] = [start, end];
  while (from < until && isLoose(text[from])) from += 1;
  while (until > from && isLoose(text[until - 1])) until -= 1;
  return { start: from, end: until };
}

/** Whether every parenthesis in a stretch has its partner there. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth >= 0; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
  }
  return depth === 0;
}

function stepped(weight: number, steps: number): number {
  const next = Math.round((weight + steps * weightStep) * 100) / 100;
  return Math.min(weightMax, Math.max(0, next));
}

function groupOf(text: string, asked: Stretch): Group | null {
  const groups = groupsOf(text);
  if (asked.start === asked.end) {
    // Inner groups are closed, and so listed, first.
    return groups.find(({ open, end }) => open < asked.start && asked.start < end) ?? null;
  }
  const { start, end } = trimmed(text, asked);
  return (
    groups.find(
      (group) =>
        (start === group.open && end === group.end) ||
        (start === group.open + 1 && (end === group.wordsEnd || end === group.end - 1)) ||
        // Only its number is selected.
        (start >= group.wordsEnd && end < group.end),
    ) ?? null
  );
}

/**
 * Makes the selected words, or those at the caret, weigh more or less: `fox` becomes `(fox:1.05)`, and at 1 the
 * parentheses go. Within parentheses theirs is the weight that changes, and in `<lora:…>` its strength.
 * @param steps of 0.05, negative for less
 * @returns null where there is nothing to weigh
 */
export function changeWeight(text: string, selection: Stretch, steps: number): WeightEdit | null {
  const asked = wholeLetters(text, selection);
  const lora = loraAround(text, asked);
  if (lora) {
    const by = String(stepped(lora.weight, steps));
    const shift = by.length - (lora.end - lora.start);
    const moved = (at: number) => (at > lora.start ? Math.max(lora.start, at + shift) : at);
    return {
      replaced: { start: lora.start, end: lora.end },
      by,
      selected: { start: moved(asked.start), end: moved(asked.end) },
    };
  }
  const group = groupOf(text, asked);
  if (group) {
    const words = text.slice(group.open + 1, group.wordsEnd);
    const weight = stepped(group.weight, steps);
    const isPlain = weight === 1;
    const start = group.open + (isPlain ? 0 : 1);
    return {
      replaced: { start: group.open, end: group.end },
      by: isPlain ? words : `(${words}:${weight})`,
      selected: { start, end: start + words.length },
    };
  }
  const stretch = asked.start === asked.end ? wordAt(text, asked.start) : trimmed(text, asked);
  if (!stretch || stretch.start === stretch.end) return null;
  const words = text.slice(stretch.start, stretch.end);
  if (!isBalanced(words)) return null;
  return {
    replaced: stretch,
    by: `(${words}:${stepped(1, steps)})`,
    selected: { start: stretch.start + 1, end: stretch.end + 1 },
  };
}
