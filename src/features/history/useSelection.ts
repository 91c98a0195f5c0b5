import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { atom, useAtom } from '../../ui/atoms.ts';

/** Which works are selected, and the ways to select more of them. */
export interface Selection {
  /** Null while nobody selects. */
  ids: ReadonlySet<WorkId> | null;
  start: () => void;
  stop: () => void;
  /** @param isRange everything from what was pressed last up to here is selected, too */
  toggle: (id: WorkId, isRange?: boolean) => void;
  /** Everything from the last toggled one up to here is selected, and no more: a finger may draw back again. */
  extendTo: (id: WorkId) => void;
  /** Instead of what was selected. */
  select: (ids: readonly WorkId[]) => void;
}

interface State {
  ids: ReadonlySet<WorkId>;
  /** What was selected before the range that is being drawn. */
  before: ReadonlySet<WorkId>;
  /** Where a range begins: what was pressed last. */
  anchor: WorkId | null;
}

/** What was selected last, and at which place of the browser's history: whoever goes back there finds it so. */
const selected = atom<{ place: string; state: State } | null>(null);

const nothing: State = { ids: new Set(), before: new Set(), anchor: null };

type Listed = readonly { id: WorkId }[];

/** The works between two of a list, with both. */
function rangeOf(entries: Listed, one: WorkId | null, other: WorkId): WorkId[] {
  const places = [one, other].map((end) => entries.findIndex(({ id }) => id === end));
  const [from = -1, to = -1] = places.toSorted((left, right) => left - right);
  return from < 0 ? [] : entries.slice(from, to + 1).map(({ id }) => id);
}

/** @param entries what is listed, in its order */
export function useSelection(owner: UserKey, entries: Listed): Selection {
  'use memo';
  const router = useRouter();
  const [place] = useState(() => `${owner} ${router.latestLocation.state.__TSR_key}`);
  const [kept, keep] = useAtom(selected);
  const state = kept?.place === place ? (kept?.state ?? null) : null;
  const setState = (change: (before: State | null) => State | null) =>
    keep((last) => {
      const next = change(last?.place === place ? (last?.state ?? null) : null);
      return next && { place, state: next };
    });
  // Each by itself: what only starts and stops does not change with what is listed.
  const start = () => setState((before) => before ?? nothing);
  const stop = () => setState(() => null);
  const toggle = (id: WorkId, isRange = false) =>
    setState((before) => {
      const { ids, anchor } = before ?? nothing;
      const next = new Set(ids);
      const range = isRange ? rangeOf(entries, anchor, id) : [];
      if (range.length > 0) for (const one of range) next.add(one);
      else if (!next.delete(id)) next.add(id);
      return { ids: next, before: next, anchor: id };
    });
  const extendTo = (id: WorkId) =>
    setState((last) => {
      if (last === null || last.anchor === null) return last;
      const range = rangeOf(entries, last.anchor, id);
      return range.length === 0 ? last : { ...last, ids: new Set([...last.before, ...range]) };
    });
  const select = (ids: readonly WorkId[]) =>
    setState((before) => {
      const next = new Set(ids);
      return { ids: next, before: next, anchor: before?.anchor ?? null };
    });
  return { ids: state?.ids ?? null, start, stop, toggle, extendTo, select };
}
