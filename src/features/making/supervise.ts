import { call } from '../../api/client.ts';
import { translate } from '../../api/contract/language.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { communityOwner } from '../../domain/community.ts';
import { languageOf } from '../../domain/languages.ts';
import { startMaking, type Making } from '../../../workers/making/client.ts';
import type { MadePicture, MakingModel } from '../../../workers/making/contract.ts';
import {
  beginMaking,
  keepMade,
  letGoOfMaking,
  noteMaking,
  noteTranslated,
  stopMaking,
  watchDeviceLine,
  type DeviceLine,
} from '../../db/intents/device-requests.ts';
import { getMedia } from '../../db/media/media.ts';
import { getSetting } from '../../db/settings.ts';
import {
  deviceSeconds,
  isBusyHere,
  isNamedAs,
  type DeviceModel,
} from '../../diffusion/device-model.ts';
import type { DiffusionMode } from '../../diffusion/run.ts';
import { KilnError, type ErrorCode } from '../../domain/errors.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { lockNames } from '../../domain/locks.ts';
import { showDevicePreview } from '../../live/device-previews.ts';
import { watchSetting } from '../../live/watch-setting.ts';

/** Requests that this device carries out itself, one at a time and on one page at a time. */

/** Progress is written no more often than this: every list of requests is read again each time. */
const noteEveryMs = 500;
/** A model that nobody has asked for any more gives its memory back. */
const idleMs = 60_000;
/** How often a page asks for its turn, and how long one that gave it waits before it stands in line again. */
const askAgainMs = 2_000;
const holdAgainMs = 1_000;
/** A page that ended so often while it made the same picture has no room for it. */
const triesMost = 2;

const channelName = 'kiln-making';

/** What another page says that wants to make something and may not. */
type Message = { type: 'give' };

const codes: Readonly<Record<string, ErrorCode>> = {
  'too-little-memory': 'too-little-memory',
  'source-damaged': 'unsupported-media',
  'too-large': 'too-large',
  gone: 'engine-unavailable',
};

type FindModel = (
  name: string,
) => Promise<{ model: DeviceModel; mode: DiffusionMode | null } | null>;

interface Current {
  row: GenerateIntent;
  making: Making;
  /** It was seen in the line as being made. */
  isKnown: boolean;
}

const seedNow = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The words that go to the model: as they were translated, where they were. */
function inputOf({ payload }: GenerateIntent): GenerateIntent['payload']['input'] {
  const { input, translation, disabledTranslate } = payload;
  return translation !== undefined && disabledTranslate !== true
    ? { ...input, prompt: translation }
    : input;
}

async function sourcesOf({ payload }: GenerateIntent) {
  return Promise.all(
    payload.sources.map(async ({ field, mediaId }) => {
      const media = await getMedia(mediaId);
      if (!media) throw new KilnError('source-missing', { retryable: false });
      return { field, blob: media.blob, width: media.width, height: media.height };
    }),
  );
}

/** So long somebody waits for English words before they go to the model as they are. */
const translationMs = 8_000;

/**
 * Puts Chinese words into English, which such models know, where somebody can be asked; what was shown as a translation
 * is what goes to the model.
 */
async function translated(row: GenerateIntent): Promise<GenerateIntent> {
  const { input, translation, disabledTranslate } = row.payload;
  const words = String(input['prompt'] ?? '');
  if (translation !== undefined || disabledTranslate === true) return row;
  if (!navigator.onLine || languageOf(words, 'en') !== 'cn') return row;
  const session = await getSession();
  if (!isSessionUsable(session) || session.userKey === communityOwner) return row;
  try {
    const { userKey, userToken } = session;
    const { result } = await call(translate, {
      body: { text: words, from: 'cn', to: 'en' },
      session: { userKey, userToken },
      timeoutMs: translationMs,
    });
    return (await noteTranslated(row.id, result)) ?? row;
  } catch {
    return row;
  }
}

/** Never beside a model that is being tried: two would be more than the memory for one. */
const computing = <Value>(work: () => Promise<Value>): Promise<Value> =>
  navigator.locks.request(lockNames.computing, work);

/** Whether nobody looks at the page. */
const isHidden = (): boolean => document.visibilityState === 'hidden';

/**
 * Makes what is waiting for this device, for as long as the page lives. Several pages take turns by a lock; one that is
 * hidden lets another have it.
 * @param find the model that a request names; null where it is not here
 * @param hasEnded told after each request, however it ended
 */
export function superviseMaking(find: FindModel, hasEnded: () => void): void {
  const channel = new BroadcastChannel(channelName);
  let line: DeviceLine | null = null;
  let current: Current | null = null;
  let kept: { making: Making; model: string } | null = null;
  let isHolding = false;
  let release: (() => void) | null = null;
  let makesUnseen = false;
  let models: readonly DeviceModel[] = [];
  let isBeginning = false;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let askTimer: ReturnType<typeof setTimeout> | undefined;

  const mayGo = (): boolean => line?.paused === false && (!isHidden() || makesUnseen);

  /** Its model is being tried, or comes: it waits for that. */
  const isHeldUp = ({ payload }: GenerateIntent): boolean =>
    models.some((model) => isBusyHere(model) && isNamedAs(model, payload.model));

  function dropModel(): void {
    clearTimeout(idleTimer);
    kept?.making.end();
    kept = null;
  }

  /** The worker with this model in it, or a new one. */
  function makingFor(model: string): Making {
    clearTimeout(idleTimer);
    if (kept?.model !== model) {
      dropModel();
      kept = { making: startMaking(), model };
    }
    return kept.making;
  }

  function end(): void {
    if (!current) return;
    showDevicePreview(current.row.id, null);
    current = null;
    // Only with its thread does a network stop that is at it.
    dropModel();
  }

  async function keepPicture(
    row: GenerateIntent,
    outputs: number,
    label: DeviceModel['name'],
    picture: MadePicture,
  ): Promise<void> {
    const { payload, group } = row;
    const { index, seed, thumbnail, blob, sha256, thumbhash, width, height } = picture;
    const read = (name: string) => String(payload.input[name] ?? '');
    const isKept = await keepMade(
      row.id,
      {
        id: crypto.randomUUID() as WorkId,
        origin: 'generated',
        intentId: row.id,
        ...(group && { group }),
        jobType: payload.jobType,
        model: payload.model,
        modelLabel: label,
        sources: payload.sources.map(({ field, mediaId }) => ({ field, mediaId, kept: null })),
        prompt: read('prompt'),
        negativePrompt: read('negative_prompt'),
        parameters: { ...inputOf(row), seed, width, height },
        seed,
        width,
        height,
        mediaType: blob.type,
        blob,
        sha256,
        thumbhash,
        thumbnail,
        createdAtMs: Date.now(),
        starred: 0,
        rating: 0,
      },
      index === outputs - 1,
    );
    if (!isKept) throw new DOMException('cancelled', 'AbortError');
  }

  async function carryOut(
    row: GenerateIntent,
    { model, mode }: { model: DeviceModel; mode: DiffusionMode | null },
  ): Promise<void> {
    const builds = await getSetting('deviceBuilds');
    const { pace, work } = model;
    if (!builds || !pace) throw new KilnError('engine-unavailable', { retryable: true });
    const { input } = row.payload;
    const outputs = Number(input['n'] ?? 1);
    const sources = await sourcesOf(row);
    const seconds = deviceSeconds(model, input, sources) ?? 0;
    const begun = await beginMaking((await translated(row)).id, {
      seed: seedNow(),
      outputs,
      waitSeconds: seconds,
    });
    if (!begun) return;
    if (!isHolding) {
      // Its turn was given away meanwhile.
      await letGoOfMaking(row.id, false);
      return;
    }
    const makingModel: MakingModel = {
      id: model.id,
      work,
      files: model.files,
      backend: pace.backend,
      build: builds[pace.backend],
    };
    const making = makingFor(`${model.id} ${pace.backend}`);
    const mine: Current = { row: begun, making, isKnown: false };
    current = mine;
    making.setPaused(!mayGo());
    const beganMs = Date.now();
    let notedMs = -Infinity;
    let previews = 0;
    // What went wrong here crosses the worker as words alone.
    const keepFailures: KilnError[] = [];
    try {
      const result = await computing(() =>
        making.make(
          makingModel,
          {
            mode,
            input: inputOf(begun),
            seed: String(begun.payload.input['seed'] ?? '0'),
            outputs,
            from: begun.workIds.length,
            sources: sources.map(({ field, blob }) => ({ field, blob })),
          },
          ({ fraction, preview }) => {
            if (preview) {
              previews += 1;
              showDevicePreview(row.id, preview);
            }
            if (Date.now() - notedMs < noteEveryMs && !preview) return;
            notedMs = Date.now();
            const spent = (notedMs - beganMs) / 1000;
            const left = fraction > 0.1 ? (spent / fraction) * (1 - fraction) : seconds;
            void noteMaking(row.id, {
              outputs,
              percent: 100 * fraction,
              waitSeconds: left,
              preview: previews > 0 ? previews : null,
            }).catch(() => undefined);
          },
          (picture) =>
            keepPicture(begun, outputs, model.name, picture).catch((error: unknown) => {
              if (error instanceof KilnError) keepFailures.push(error);
              throw error;
            }),
        ),
      );
      if (current !== mine || result.ok) return;
      const [keepFailure] = keepFailures;
      if (keepFailure) throw keepFailure;
      if (result.problem === 'refused') {
        const { detail, reason } = result;
        throw new KilnError('invalid-input', { retryable: false, detail, reasons: [reason] });
      }
      throw new KilnError(codes[result.problem] ?? 'engine-failed', {
        retryable: result.problem !== 'source-damaged' && result.problem !== 'too-large',
        detail: result.detail,
      });
    } finally {
      if (current === mine) {
        current = null;
        showDevicePreview(row.id, null);
        idleTimer = setTimeout(dropModel, idleMs);
      }
    }
  }

  async function begin(row: GenerateIntent): Promise<void> {
    try {
      const found = await find(row.payload.model);
      if (!found) throw new KilnError('engine-unavailable', { retryable: true });
      if (row.attempts > triesMost) throw new KilnError('too-little-memory', { retryable: true });
      await carryOut(row, found);
    } catch (error) {
      // Cancelled, or let go of: what that means is written already.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      const failure =
        error instanceof KilnError
          ? error
          : new KilnError('engine-failed', { retryable: true, detail: String(error) });
      dropModel();
      await stopMaking(row.id, failure).catch(() => undefined);
    }
  }

  /** Until it is given: another page may not have heard, or may be looked at just now. */
  function askForIt(): void {
    channel.postMessage({ type: 'give' } satisfies Message);
    clearTimeout(askTimer);
    askTimer = setTimeout(step, askAgainMs);
  }

  /** Does what is to be done now; called after everything that may change that. */
  function step(): void {
    if (!line) return;
    if (!isHolding) {
      const isWanted = line.rows.some(({ stage }) => stage === 'saved');
      if (isWanted && !isHidden()) askForIt();
      return;
    }
    if (current) {
      const row = line.rows.find(({ id }) => id === current?.row.id);
      const isBeingMade = row?.stage === 'running';
      current.isKnown ||= isBeingMade;
      if (current.isKnown && !isBeingMade) end();
      else current.making.setPaused(!mayGo());
    }
    if (current || isBeginning) return;
    // Whose owner was away meanwhile, nobody makes any more.
    for (const { id, stage } of line.rows) {
      if (stage === 'running') void letGoOfMaking(id, false).catch(() => undefined);
    }
    if (!mayGo()) return;
    const next = line.rows.find((row) => row.stage === 'saved' && !isHeldUp(row));
    if (!next) return;
    isBeginning = true;
    void begin(next).finally(() => {
      isBeginning = false;
      hasEnded();
      step();
    });
  }

  /** What a page that died was making waits again. */
  async function takeOver(): Promise<void> {
    for (const row of line?.rows ?? []) {
      if (row.stage === 'running') await letGoOfMaking(row.id, true);
    }
  }

  function hold(): void {
    void navigator.locks.request(lockNames.making, async () => {
      await takeOver();
      isHolding = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      release = resolve;
      step();
      await promise;
      isHolding = false;
    });
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type !== 'give' || !isHolding || !isHidden() || makesUnseen) return;
    // Asked twice, it is given once.
    isHolding = false;
    const row = current?.row;
    end();
    void (row ? letGoOfMaking(row.id, false) : Promise.resolve()).finally(() => {
      release?.();
      // Behind the page that asked, whose own request may still be on its way.
      setTimeout(hold, holdAgainMs);
    });
  });
  document.addEventListener('visibilitychange', () => {
    // Whoever does not look needs the memory elsewhere.
    if (isHidden() && !current) dropModel();
    step();
  });
  watchSetting('makesUnseen', (value) => {
    makesUnseen = value;
    step();
  });
  watchSetting('deviceModels', (value) => {
    models = value;
    if (!current && models.some(isBusyHere)) dropModel();
    step();
  });
  let isFirst = true;
  watchDeviceLine((next) => {
    line = next;
    if (isFirst) {
      isFirst = false;
      hold();
    }
    step();
  });
}
