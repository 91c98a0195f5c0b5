import type { WorkId } from '../../domain/ids.ts';
import type { WorkRow } from '../../db/schema.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';

/** What the history needs done with works; the route provides it. */
export interface WorkCommands {
  download: (works: readonly WorkRow[], onProgress?: (finished: number) => void) => Promise<void>;
  remove: (works: readonly WorkRow[]) => Promise<void>;
  favourite: (works: readonly WorkRow[], value: 0 | 1) => Promise<void>;
  /** 0 takes the stars back. */
  rate: (works: readonly WorkRow[], value: number) => Promise<void>;
  menu: (work: WorkRow) => MenuAction[];
  /** Tools that go on from these works together. */
  toolActions: (works: readonly WorkRow[]) => MenuAction[];
  /** Pictures become a video, in this order. */
  filmAction: (ids: readonly WorkId[]) => MenuAction & { label: string };
}
