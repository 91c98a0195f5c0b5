import {
  image2text,
  optimizeParams,
  promptExpand,
  translate,
} from '../../../api/contract/language.ts';
import { call } from '../../../api/client.ts';
import { asMyself } from '../../../db/account/as-myself.ts';
import { getMedia } from '../../../db/media/media.ts';
import { KilnError } from '../../../domain/errors.ts';
import type { MediaId } from '../../../domain/ids.ts';
import type { Language } from '../../../domain/languages.ts';
import type { InputValue, ModelPlace } from '../../../domain/model.ts';
import type { SourceLimits } from '../../../domain/source-limits.ts';
import { preparePicture } from '../../../../workers/imaging/client.ts';
import { isFileField, type FormField } from '../form-plan.ts';
import type { Workbench } from '../useWorkbench.ts';
import type { Describer } from './useDescriber.ts';

export type HelpKind = 'expand' | 'to-english' | 'to-chinese' | 'optimize' | 'describe';

/** One setting that a helper would change. */
export interface SettingChange {
  field: FormField;
  from: InputValue;
  to: InputValue;
  /** Why, in the reader's language; the helper's own words. */
  reason: string;
}

/** What a helper would make of words and settings. */
export interface Proposal {
  text: string;
  settings: SettingChange[];
  /** Rules and word lists answered in place of a model. */
  isByRules: boolean;
  /** Of a picture in words: whether somebody looked at it. */
  basis: 'seen' | 'measured' | 'metadata' | null;
}

/** All helpers together may take this long: one that does not answer is followed by the next. */
const patienceMs = 170_000;

/** Up to this size a file travels as it is, because it may carry the words that it was made from. */
const wholeFileMaxBytes = 4 * 1024 * 1024;
/** More than this nobody looks at. */
const sightLimits: SourceLimits = {
  maxSidePixels: 1_024,
  maxPixels: 1_024 * 1_024,
  acceptTypes: ['image/jpeg', 'image/png'],
};

/** The picture that the form has, the one that the model works on first; null when none is chosen. */
export function pickedSource({ plan, draft, model }: Workbench): MediaId | null {
  const names = new Set(plan?.sources.flatMap(({ name, role }) => (role === 'source' ? name : [])));
  const picked = draft.sources.filter(({ field }) => names.has(field));
  return (picked.find(({ field }) => field === model.upload) ?? picked[0])?.mediaId ?? null;
}

async function base64Of(mediaId: MediaId, signal: AbortSignal): Promise<string> {
  const media = await getMedia(mediaId);
  if (!media) throw new KilnError('source-missing', { retryable: false });
  let blob = media.blob;
  if (blob.size > wholeFileMaxBytes)
    blob = (await preparePicture(blob, sightLimits, signal)).copy?.blob ?? blob;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.replace(/^data:[^,]*,/, '') : '');
    });
    reader.addEventListener('error', () =>
      reject(new KilnError('source-missing', { retryable: false, cause: reader.error })),
    );
    reader.readAsDataURL(blob);
  });
}

/** Settings as a helper may see them: what a person can set, and no files. */
function settingsOf({ plan, values }: Workbench): Record<string, InputValue> {
  return Object.fromEntries(
    (plan?.fields ?? []).flatMap((field) => {
      const value = values[field.name];
      const isOpen = !isFileField(field) && !field.property['x-readOnly'];
      return isOpen && value !== undefined ? [[field.name, value] as const] : [];
    }),
  );
}

/**
 * Asks the platform for help with the words of a form; nothing changes by it. Hanging up cancels it there, too.
 * @throws KilnError; the signal's reason when aborted
 */
export async function askForHelp(
  kind: HelpKind,
  asked: {
    bench: Workbench;
    field: FormField;
    text: string;
    language: Language;
    describer: Describer | null;
    /** Asks whether volunteers may look at a picture. */
    mayBePublic: (place: ModelPlace) => Promise<boolean>;
  },
  signal: AbortSignal,
): Promise<Proposal> {
  const { bench, field, text, language: lang } = asked;
  const prompt = text.trim();
  const nothing = { settings: [], basis: null };
  switch (kind) {
    case 'expand': {
      const answer = await asMyself((session) =>
        call(promptExpand, {
          body: { prompt, lang, seed: String(Math.random()) },
          session,
          signal,
          timeoutMs: patienceMs,
        }),
      );
      return { ...nothing, text: answer.prompt, isByRules: answer.fallback };
    }
    case 'to-english':
    case 'to-chinese': {
      const to = kind === 'to-english' ? 'en' : 'cn';
      const from = kind === 'to-english' ? 'cn' : 'en';
      const answer = await asMyself((session) =>
        call(translate, {
          body: { text: prompt, from, to },
          session,
          signal,
          timeoutMs: patienceMs,
        }),
      );
      return { ...nothing, text: answer.result, isByRules: answer.fallback };
    }
    case 'optimize': {
      const params = { ...settingsOf(bench), [field.name]: prompt };
      const answer = await asMyself((session) =>
        call(optimizeParams, {
          body: { params, model: bench.model.model, lang },
          session,
          signal,
          timeoutMs: patienceMs,
        }),
      );
      const fields = new Map(bench.plan?.fields.map((entry) => [entry.name, entry]));
      const settings = answer.changes.flatMap(({ field: name, from, to, reason }) => {
        const changed = fields.get(name);
        const isSetting = changed && changed.name !== field.name && !isFileField(changed);
        return isSetting ? [{ field: changed, from, to, reason }] : [];
      });
      return { text: answer.prompt, settings, isByRules: answer.fallback, basis: null };
    }
    case 'describe': {
      const source = pickedSource(bench);
      if (source === null) throw new KilnError('source-missing', { retryable: false });
      const { place = 'platform', isPublic = false } = asked.describer ?? {};
      const answer = await asMyself(async (session) => {
        const mayBePublic = isPublic && (await asked.mayBePublic(place));
        // A platform then tells what can be measured; where there are only volunteers, nothing leaves.
        if (place === 'horde' && !mayBePublic) {
          throw new KilnError('consent-required', { retryable: false });
        }
        return call(image2text, {
          body: {
            lang,
            image_base64: await base64Of(source, signal),
            may_be_public: mayBePublic,
          },
          place,
          session,
          signal,
          timeoutMs: patienceMs,
        });
      });
      return {
        text: answer.result,
        settings: [],
        isByRules: answer.fallback && answer.basis === 'measured',
        basis: answer.basis,
      };
    }
  }
}
