import { loadDraft } from '../../db/drafts.ts';
import type { DraftRow } from '../../db/schema.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { ModelItem } from '../../domain/model.ts';
import { draftPlace, wayWith, type ToolWay } from '../../domain/tool-entries.ts';

/** What a person was about to make with a tool in this mode. */
export async function draftOfWay(
  owner: UserKey,
  way: ToolWay,
  models: readonly ModelItem[],
): Promise<DraftRow | undefined> {
  const own = await loadDraft(owner, draftPlace(way));
  if (own || way.mode === null) return own;
  // Versions before this one kept one draft for a tool and all of its modes.
  const shared = await loadDraft(owner, way.type);
  return shared && wayWith(models, way.type, shared.model).mode === way.mode ? shared : undefined;
}
