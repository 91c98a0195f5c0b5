import { remoteCacheTtlMs } from '../src/domain/limits.ts';

/** Whose answer it is: everyone's, or only the caller's own (then it goes when the person signs out). */
export type Audience = 'everyone' | 'caller';

interface RemoteRule {
  method: 'GET' | 'POST';
  path: RegExp;
  /** `signed-in`: the caller's own where somebody is signed in, and everyone's where nobody is. */
  audience: Audience | 'signed-in';
  /**
   * Served by hosts of files as well, which do not mark their answers as the platform does. It is a list or it is not:
   * whoever reads it checks every line.
   */
  anyHost?: true;
  /** How long it is as good as new, in milliseconds, where that is less than the others' time. */
  freshMs?: number;
}

/** One line for each list of the platform that changes seldom (spec 1, sections 7 and 9: remote cache). */
const rules: readonly RemoteRule[] = [
  // A deployment may keep tools for people it names.
  { method: 'GET', path: /^\/pgmodels\.json$/, audience: 'signed-in' },
  { method: 'GET', path: /^\/lora\.json$/, audience: 'everyone' },
  { method: 'GET', path: /^\/prompts(-en)?\.json$/, audience: 'everyone' },
  { method: 'GET', path: /\/(danbooru|e621)\.csv$/, audience: 'everyone', anyHost: true },
  { method: 'GET', path: /^\/tags\/[\w-]+\.csv$/, audience: 'everyone' },
  { method: 'GET', path: /^\/api\/v2\/language_helpers$/, audience: 'everyone' },
  { method: 'GET', path: /^\/api\/v2\/templates$/, audience: 'signed-in' },
  { method: 'GET', path: /^\/api\/v2\/status\/models$/, audience: 'everyone' },
  { method: 'GET', path: /^\/api\/v2\/model_schemas$/, audience: 'signed-in' },
  { method: 'POST', path: /^\/api\/v2\/playground_get_model_schema$/, audience: 'everyone' },
  { method: 'POST', path: /^\/api\/v2\/apps\/list$/, audience: 'everyone' },
  { method: 'POST', path: /^\/api\/work\/category_list$/, audience: 'everyone' },
  { method: 'POST', path: /^\/api\/work\/(list|detail)$/, audience: 'everyone' },
  {
    method: 'GET',
    path: /^\/api\/network\/\w+\/(workers|teams|models|users|news|performance)$/,
    audience: 'everyone',
    freshMs: 10_000,
  },
  { method: 'POST', path: /^\/api\/v2\/get_jobs_prompts(_count)?$/, audience: 'caller' },
];

/** Whether answers of this call are kept at all. */
export function isKept(method: string, pathname: string, isSameOrigin: boolean): boolean {
  const rule = ruleOf(method, pathname);
  return rule !== undefined && (isSameOrigin || rule.anyHost === true);
}

/** Whether somebody else than the platform may answer this call. */
export function isForAnyHost(method: string, pathname: string): boolean {
  return ruleOf(method, pathname)?.anyHost === true;
}

/**
 * Who an answer is for, or null when the call is none of the cache's business.
 * @param userKey of whoever asks; null while nobody is signed in
 */
export function audienceOf(
  method: string,
  pathname: string,
  userKey: string | null,
): Audience | null {
  const audience = ruleOf(method, pathname)?.audience ?? null;
  if (audience !== 'signed-in') return audience;
  return userKey === null ? 'everyone' : 'caller';
}

/** How long an answer is as good as new. */
export function freshMsOf(method: string, pathname: string): number {
  return ruleOf(method, pathname)?.freshMs ?? remoteCacheTtlMs;
}

function ruleOf(method: string, pathname: string): RemoteRule | undefined {
  return rules.find((each) => each.method === method && each.path.test(pathname));
}
