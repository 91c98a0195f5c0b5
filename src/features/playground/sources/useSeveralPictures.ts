import { useRef, useState } from 'react';
import type { MediaId } from '../../../domain/ids.ts';
import { sourceLimits } from '../../../domain/source-limits.ts';
import { store } from '../../../ui/atoms.ts';
import type { FormField } from '../form-plan.ts';
import { arrivedPictureAtom } from '../recall/recalled.ts';
import { storeSource, type SourceRefusal } from '../store-source.ts';
import type { Workbench } from '../useWorkbench.ts';

/** A picked file that was not taken, or all those for which there was no room. */
export type Left =
  | { why: SourceRefusal; name: string; key: string }
  /** It is in the field already. */
  | { why: 'twice'; name: string; key: string }
  | { why: 'no-room'; count: number };

/** The pictures of a field that takes several: kept on the device one after the other, in an order of the person's. */
export function useSeveralPictures(bench: Workbench, field: FormField) {
  const { model, draft } = bench;
  const limits = sourceLimits(model);
  const mediaIds = draft.sources
    .filter((source) => source.field === field.name)
    .map((source) => source.mediaId);
  /** Names of files that are being made ready. */
  const [coming, setComing] = useState<readonly string[]>([]);
  const [left, setLeft] = useState<readonly Left[]>([]);
  // Several choices may be under way: each picture stands where it was chosen, behind those before it.
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const most = field.files ?? 1;
  const room = most - mediaIds.length - coming.length;

  /** What is marked lies on the first picture: on another it means nothing. */
  function change(update: (now: MediaId[]) => MediaId[]) {
    let isFirstOther = false;
    bench.setSources(field.name, (now) => {
      const next = update(now);
      isFirstOther = now[0] !== undefined && next[0] !== now[0];
      return next;
    });
    if (!isFirstOther || field.name !== model.upload) return;
    for (const { name, role } of bench.plan?.sources ?? [])
      if (role === 'mask') bench.setSource(name, null);
  }

  async function keep(file: File, key: string): Promise<boolean> {
    const stored = await storeSource(file, limits);
    if (!stored.ok) {
      setLeft((now) => [...now, { why: stored.refusal, name: file.name, key }]);
      return false;
    }
    let isTwice = false;
    change((now) => {
      isTwice = now.includes(stored.mediaId);
      return isTwice ? now : [...now, stored.mediaId].slice(0, most);
    });
    if (isTwice) setLeft((now) => [...now, { why: 'twice', name: file.name, key }]);
    return true;
  }

  /** @returns whether all that fitted were taken, once they are */
  function take(files: readonly File[]): Promise<boolean> {
    const taken = files.slice(0, Math.max(0, room));
    const more = files.length - taken.length;
    setLeft(more > 0 ? [{ why: 'no-room', count: more }] : []);
    const [only, second] = taken;
    // It may say how it was made.
    if (only && !second) store.set(arrivedPictureAtom, { file: only, alone: false });
    if (!only) return Promise.resolve(false);
    setComing((now) => [...now, ...taken.map(({ name }) => name)]);
    const work = line.current.then(async () => {
      let areAllTaken = true;
      for (const [index, file] of taken.entries()) {
        const isTaken = await keep(file, `${index} ${file.name}`);
        if (!isTaken) areAllTaken = false;
        setComing((now) => now.slice(1));
      }
      return areAllTaken;
    });
    line.current = work;
    void bench.takeIn(field.name, () => work);
    return work;
  }

  return {
    mediaIds,
    coming,
    left,
    room,
    most,
    limits,
    take,
    remove: (index: number) => change((now) => now.filter((_, at) => at !== index)),
    move: (index: number, to: number) =>
      change((now) => {
        const next = [...now];
        next.splice(to, 0, ...next.splice(index, 1));
        return next;
      }),
  };
}
