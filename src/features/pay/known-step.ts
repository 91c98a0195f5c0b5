import { atom, store } from '../../ui/atoms.ts';
import type { PayStep } from './orders.ts';

interface KnownStep {
  order: string;
  step: PayStep;
}

/** What the platform said just now of how an order is paid, for the page that shows it next. */
export const knownStepAtom = atom<KnownStep | null>(null);

export const keepStep = (order: string, step: PayStep | null): void =>
  store.set(knownStepAtom, step && { order, step });

/** Takes it; what was shown once is asked anew. */
export function takeStep(order: string): PayStep | null {
  const known = store.get(knownStepAtom);
  return known?.order === order ? known.step : null;
}
