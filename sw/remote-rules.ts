/** Whose answer it is: everyone's, or only the caller's own (then it goes when the person signs out). */
export type Audience = 'everyone' | 'caller';

interface RemoteRule {
  method: 'GET' | 'POST';
  path: RegExp;
  audience: Audience;
}

/** One line for each list of the platform that changes seldom (spec 1, sections 7 and 9: remote cache). */
const rules: readonly RemoteRule[] = [
  { method: 'GET', path: /^\/pgmodels\.json$/, audience: 'everyone' },
  { method: 'GET', path: /^\/lora\.json$/, audience: 'everyone' },
  { method: 'GET', path: /^\/prompts(-en)?\.json$/, audience: 'everyone' },
  { method: 'GET', path: /^\/tags\/[\w-]+\.csv$/, audience: 'everyone' },
  { method: 'GET', path: /^\/api\/v2\/templates$/, audience: 'everyone' },
  { method: 'GET', path: /^\/api\/v2\/status\/models$/, audience: 'everyone' },
  { method: 'GET', path: /^\/api\/v2\/model_schemas$/, audience: 'everyone' },
  { method: 'POST', path: /^\/api\/v2\/playground_get_model_schema$/, audience: 'everyone' },
  { method: 'POST', path: /^\/api\/work\/category_list$/, audience: 'everyone' },
  // Gallery pages say which works the caller likes.
  { method: 'POST', path: /^\/api\/work\/(list|detail)$/, audience: 'caller' },
  { method: 'POST', path: /^\/api\/v2\/get_jobs_prompts(_count)?$/, audience: 'caller' },
];

/** Who an answer is for, or null when the call is none of the cache's business. */
export function audienceOf(method: string, pathname: string): Audience | null {
  const rule = rules.find((each) => each.method === method && each.path.test(pathname));
  return rule?.audience ?? null;
}
