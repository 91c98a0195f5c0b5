import { useState } from 'react';
import type { Settings } from '../../db/schema.ts';
import { useSetting } from '../../live/useSetting.ts';

export interface ChosenSetting<Value> {
  /** As it is kept; undefined until read. */
  value: Value | undefined;
  /** What was pressed and is not kept yet. */
  pending: Value | null;
  choose: (next: Value) => void;
}

/** A setting that shows as chosen only once it is written down; what could not be is let go of. */
export function useChosenSetting<Name extends keyof Settings>(
  name: Name,
  keep: (next: Settings[Name]) => Promise<unknown>,
): ChosenSetting<Settings[Name]> {
  const value = useSetting(name);
  const [pressed, setPressed] = useState<Settings[Name] | null>(null);
  if (pressed !== null && pressed === value) setPressed(null);
  return {
    value,
    pending: pressed,
    choose(next) {
      setPressed(next);
      keep(next).catch(() => setPressed(null));
    },
  };
}
