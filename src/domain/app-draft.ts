import { appCostMax, appNameMaxCharacters, problemsOfFields, type AppFields } from './apps.ts';
import type { FieldReason } from './field-reasons.ts';
import type { GeneratorType } from './generator-types.ts';
import type { ModelSchema } from './model.ts';

/** Where the picture of an app comes from: stays as it is, none, a work of the maker's, or a file. */
export type CoverChoice =
  | { kind: 'kept'; address: string | null }
  | { kind: 'none' }
  | { kind: 'work'; id: string }
  | { kind: 'file' };

/** An app that is being made or changed. */
export interface AppDraft {
  /** Made on the device, so that what is sent twice is one app. */
  id: string;
  name: string;
  description: string;
  tool: GeneratorType;
  model: string;
  fields: AppFields;
  /** Null while it is left to the model's price. */
  cost: number | null;
  listed: boolean;
  cover: CoverChoice;
}

/**
 * Why a draft can't be saved yet, by the specification's rules (spec 1, section 5, "App form"): a name, a model, and the
 * required fields.
 * @param schema of its model; null where that is not known (any more)
 * @param upload the model's field for a picture
 */
export function problemsOfDraft(
  draft: AppDraft,
  schema: ModelSchema | null,
  upload: string | null,
): (FieldReason & { field: string })[] {
  const problems: (FieldReason & { field: string })[] = [];
  if (draft.name.trim() === '') problems.push({ field: 'name', reason: 'required' });
  if ([...draft.name].length > appNameMaxCharacters) {
    problems.push({ field: 'name', reason: 'too-long', values: [appNameMaxCharacters] });
  }
  if (!schema) return [...problems, { field: 'model', reason: 'required' }];
  const { cost } = draft;
  if (cost !== null && (!Number.isInteger(cost) || cost < 0)) {
    problems.push({ field: 'cost', reason: 'wrong-type' });
  } else if (cost !== null && cost > appCostMax) {
    problems.push({ field: 'cost', reason: 'too-large', values: [appCostMax] });
  }
  return [...problems, ...problemsOfFields(schema, { tool: draft.tool, upload }, draft.fields)];
}
