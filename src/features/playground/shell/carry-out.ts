import { getModels, getModelSchema } from '../../../db/caches.ts';
import { loadDraft } from '../../../db/drafts.ts';
import { needsAgreement } from '../../../db/account/volunteers.ts';
import { getSession } from '../../../db/account/session.ts';
import { isGeneratorType } from '../../../domain/generator-types.ts';
import { languages, type Language } from '../../../domain/languages.ts';
import { chooseModel } from '../../../domain/model-choice.ts';
import { draftOf, emptyDraft, type Draft } from '../draft-keeper.ts';
import { isFileField, planForm } from '../form-plan.ts';
import { schemaOfForm } from '../larger/larger-form.ts';
import { effectiveValues, formProblems, inputToSend } from '../form-values.ts';
import { keepRequest, mayGoOn } from '../keep-request.ts';
import { hasOwnWords } from '../own-words/has-own-words.ts';
import { pendingPress, settlePress, showInShell, type ShellPress } from './shell-state.ts';

let running: Promise<void> = Promise.resolve();
let hasKept = false;

/** A press in the shell has become a request, which is to leave. */
export const hasKeptPress = (): boolean => hasKept;

/** Settles when the shell's own attempt has ended; what is pending then is the app's to carry out. */
export function untilShellRested(): Promise<void> {
  return running;
}

/**
 * Makes the requests of presses in the shell, where the device knows all that takes: who asks, the model, its form.
 * Otherwise the press waits for the app, which can ask back.
 */
export function carryOutPress(modelInUrl: string | undefined, language: Language): void {
  running = running.then(async () => {
    for (let press = pendingPress(); press; press = pendingPress()) {
      try {
        if (!(await keepPressed(press, modelInUrl, language))) return;
      } catch {
        // The app says what is wrong: a full disk, a store that does not open.
        return;
      }
      hasKept = true;
      settlePress(press);
      showInShell('saved');
      performance.mark('kiln-request-kept');
    }
  });
}

/** @returns false when the app has to see to it */
async function keepPressed(
  press: ShellPress,
  modelInUrl: string | undefined,
  language: Language,
): Promise<boolean> {
  const { type } = press;
  if (!isGeneratorType(type)) return false;
  const [session, models] = await Promise.all([getSession(), getModels()]);
  if (!mayGoOn(session) || !models) return false;
  const row = await loadDraft(session.userKey, type);
  const kept: Draft = row ? draftOf(row) : emptyDraft;
  const model = chooseModel(models, type, modelInUrl, kept.model);
  // One that stands in for what the address names is not what was pressed for: the page says so and asks.
  if (modelInUrl !== undefined && model?.model !== modelInUrl) return false;
  // A link to another model starts its form anew, which is the form's own business.
  if (!model?.available || (kept.model !== null && kept.model !== model.model)) return false;
  if (await needsAgreement(session.userKey, model.model)) return false;
  const schemas = await Promise.all(
    [language, ...languages].map((wanted) => getModelSchema(model.model, wanted)),
  );
  const read = schemas.find((candidate) => candidate !== undefined);
  if (!read) return false;
  const schema = schemaOfForm(read, kept);
  const plan = planForm(schema, model);
  // Pictures, masks and styles have rules that only the form knows how to explain.
  if (
    !plan.prompt ||
    kept.sources.length > 0 ||
    plan.fields.some((field) => isFileField(field) && field.required)
  ) {
    return false;
  }
  const draft: Draft = { ...kept, input: { ...kept.input, [plan.prompt.name]: press.text } };
  const values = effectiveValues(plan, model, draft.input, false, new Set());
  if (formProblems(schema, plan, values, new Set()).length > 0) return false;
  // A style or a list of one's own may be unknown, which the app explains.
  if (hasOwnWords({ draft, values }, plan)) return false;
  const input = inputToSend(plan, values);
  await keepRequest({ type, model, draft, values, input }, plan, session.userKey, press.id);
  return true;
}
