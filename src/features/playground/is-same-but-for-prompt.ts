import type { Workbench } from './useWorkbench.ts';

type Values = Workbench['values'];

function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  // Lists are made anew with each reading of the form.
  return (
    Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((entry, index) => Object.is(entry, other[index]))
  );
}

function hasSameValues(before: Values, after: Values, prompt: string | undefined): boolean {
  const names = Object.keys(after);
  return (
    names.length === Object.keys(before).length &&
    names.every(
      (name) =>
        name === prompt || (Object.hasOwn(before, name) && isSameValue(before[name], after[name])),
    )
  );
}

function hasSameProblems(before: Workbench, after: Workbench, prompt: string | undefined): boolean {
  const [old, now] = [before, after].map(({ problems }) =>
    problems.filter(({ field }) => field.name !== prompt),
  ) as [Workbench['problems'], Workbench['problems']];
  return (
    old.length === now.length &&
    now.every((entry, index) => {
      const other = old[index];
      return (
        entry.field === other?.field &&
        entry.reason === other.reason &&
        isSameValue(entry.values, other.values)
      );
    })
  );
}

/** All that a draft has besides its values. */
function hasSameDraft({ draft: before }: Workbench, { draft: after }: Workbench): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof typeof after)[]);
  names.delete('input');
  return [...names].every((name) => before[name] === after[name]);
}

const facts = ['owner', 'type', 'model', 'models', 'schema', 'plan', 'sizes', 'cost'] as const;

/**
 * Whether two readings of a form differ in the prompt's words at most, so that what shows the rest need not be drawn
 * anew with each key. Verbs of the earlier reading do the same as those of the later one: they change the newest
 * draft, and read of the form only what is compared here.
 */
export function isSameButForPrompt(before: Workbench, after: Workbench): boolean {
  if (before === after) return true;
  const prompt = after.plan?.prompt?.name;
  const isListed = [...after.arriving].every((name) => before.arriving.has(name));
  return (
    facts.every((name) => before[name] === after[name]) &&
    before.arriving.size === after.arriving.size &&
    isListed &&
    hasSameDraft(before, after) &&
    hasSameValues(before.values, after.values, prompt) &&
    hasSameValues(before.draft.input, after.draft.input, prompt) &&
    hasSameProblems(before, after, prompt)
  );
}

interface WithBench {
  bench: Workbench;
}

/** For `memo`: a part of the form is drawn anew when its form or anything else that it is given is another. */
export function isSamePart<Props extends WithBench>(before: Props, after: Props): boolean {
  const names = Object.keys(after) as (keyof Props)[];
  return names.every((name) =>
    name === 'bench'
      ? isSameButForPrompt(before.bench, after.bench)
      : Object.is(before[name], after[name]),
  );
}
