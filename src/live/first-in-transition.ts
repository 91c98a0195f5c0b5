import { startTransition } from 'react';

interface Followed<Value> {
  subscribe(
    next: (value: Value) => void,
    onError?: (error: unknown) => void,
  ): { unsubscribe(): void };
  hasValue?(): boolean;
  getValue?(): Value;
}

/**
 * What is followed tells its first value as a transition. A page asks a dozen questions when it opens, and what their
 * answers show is drawn in slices, between which it takes presses; whatever changes later is shown at once.
 */
export function firstInTransition<Value>(followed: Followed<Value>): Required<Followed<Value>> {
  return {
    subscribe(next, onError) {
      let isFirst = true;
      return followed.subscribe((value) => {
        if (!isFirst) {
          next(value);
          return;
        }
        isFirst = false;
        startTransition(() => next(value));
      }, onError);
    },
    hasValue: () => followed.hasValue?.() ?? false,
    getValue: () => followed.getValue?.() as Value,
  };
}
