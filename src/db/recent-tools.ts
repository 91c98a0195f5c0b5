import type { UserKey } from '../domain/ids.ts';
import { recentToolsKept } from '../domain/limits.ts';
import type { ToolWay } from '../domain/tool-entries.ts';
import { listDraftedTools } from './drafts.ts';
import { getOwnSetting, setOwnSetting } from './settings.ts';

/** Notes that a person works with a tool in this mode. A draft knows its tool only, and one serves all its modes. */
export async function noteRecentTool(owner: UserKey, { type, mode }: ToolWay): Promise<void> {
  const before = await getOwnSetting(owner, 'recentTools');
  const isSame = (way: ToolWay | undefined) => way?.type === type && way.mode === mode;
  if (isSame(before[0])) return;
  const others = before.filter((way) => !isSame(way));
  await setOwnSetting(owner, 'recentTools', [{ type, mode }, ...others].slice(0, recentToolsKept));
}

/** Tools that a person has worked with, the last one first; those that only have a draft come behind. */
export async function listRecentTools(owner: UserKey): Promise<ToolWay[]> {
  const [noted, drafted] = await Promise.all([
    getOwnSetting(owner, 'recentTools'),
    listDraftedTools(owner),
  ]);
  return [...noted, ...drafted.map((type) => ({ type, mode: null }))];
}
