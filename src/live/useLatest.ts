import { useState } from 'react';

/** What was known last, while the next is being read (undefined). */
export function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value === undefined) return last;
  if (value !== last) setLast(value);
  return value;
}
