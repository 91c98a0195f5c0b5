import { call } from '../../api/client.ts';
import { cancelGeneration, playgroundGenerate } from '../../api/contract/generate.ts';
import { needsAgreement } from '../../db/account/volunteers.ts';
import { isRefusal } from '../../db/intents/rules.ts';
import { appendLog, enterStage } from '../../db/intents/rows.ts';
import { KilnError } from '../../domain/errors.ts';
import type { JobId } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import type { ModelPlace } from '../../domain/model.ts';
import { asGenerate } from './as-generate.ts';
import { bringHome } from './bring-home.ts';
import { applyJobState } from '../poller/job-state.ts';
import {
  forgetUploads,
  isSourceRefused,
  requestInput,
  uploadSources,
} from '../transfer/uploads.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler, StepContext } from '../engine/types.ts';

/** A cancel that the platform has accepted but not carried out is asked for again after this long. */
const cancelAgainMs = 5_000;

/** A generation: uploads its sources, submits itself once, and brings its result home. */
export const generate: IntentHandler<GenerateIntent> = {
  kind: 'generate',
  lane(intent) {
    switch (intent.stage) {
      case 'saved':
      case 'uploading':
        return isUploading(intent) ? 'upload' : 'send';
      case 'submitted':
      case 'running':
        // The poller (`poller/follow-jobs.ts`) follows these. The queue only acts when they are to be cancelled.
        return intent.cancelRequestedAtMs === null ? null : 'tell';
      case 'bringing-home':
        return 'fetch';
      default:
        return null;
    }
  },
  prepare(intent, nowMs) {
    if (isReadyToSubmit(intent) && !wasAttempted(intent)) intent.submitAttemptedAtMs = nowMs;
    if (isUploading(intent)) intent.uploadStartedAtMs = nowMs;
  },
  async perform(intent, context) {
    if (intent.stage === 'bringing-home') await bringHome(intent, context);
    else if (intent.cancelRequestedAtMs !== null) await cancel(intent, context);
    // After its uploads the row is submitted in the lane `send`, in the order in which the person asked.
    else if (isUploading(intent)) await uploadSources(intent, context);
    else await send(intent, context);
  },
};

function wasAttempted(intent: GenerateIntent): boolean {
  return intent.submitAttemptedAtMs !== null && intent.submitAttemptedAtMs !== undefined;
}

function isUploaded(intent: GenerateIntent): boolean {
  return intent.payload.sources.every((source) => source.uploadedUrl !== null);
}

function isUploading(intent: GenerateIntent): boolean {
  return !isUploaded(intent) && intent.cancelRequestedAtMs === null;
}

function isReadyToSubmit(intent: GenerateIntent): boolean {
  const isSending = intent.stage === 'saved' || intent.stage === 'uploading';
  return isSending && isUploaded(intent) && intent.cancelRequestedAtMs === null;
}

async function send(intent: GenerateIntent, context: StepContext): Promise<void> {
  let row = intent;
  if (!wasAttempted(row)) {
    row = asGenerate(
      await context.commit(
        (fresh) => {
          const current = asGenerate(fresh);
          if (current.cancelRequestedAtMs === null) current.submitAttemptedAtMs = context.now();
          else enterStage(current, 'cancelled', context.now());
        },
        { keepLease: true },
      ),
    );
    if (row.stage === 'cancelled') return;
  }
  await submit(row, context, false);
}

/** Sends the request under its own id; the platform answers a repeat with the first answer. */
async function submit(
  intent: GenerateIntent,
  context: StepContext,
  keepLease: boolean,
): Promise<GenerateIntent> {
  const { payload } = intent;
  // Whatever brought the row here, and whenever: a person may have thought better of it meanwhile.
  if (await needsAgreement(intent.owner, payload.model)) {
    throw new KilnError('consent-required', { retryable: false });
  }
  try {
    const answer = await call(playgroundGenerate, {
      body: {
        input: requestInput(payload),
        model: payload.model,
        job_type: payload.jobType,
        disabled_translate: payload.disabledTranslate ?? false,
        ...(payload.translation && { translation: payload.translation }),
      },
      place: payload.place,
      idempotencyKey: intent.id,
      session: credentialsOf(context.session),
      signal: context.signal,
    });
    const row = await context.commit(
      (fresh) => {
        const current = asGenerate(fresh);
        current.jobId = answer.id as JobId;
        current.submittedAtMs = context.now();
        enterStage(current, 'submitted', context.now(), `job ${answer.id}`);
        applyJobState(
          current,
          {
            ...answer,
            phase: 'waiting',
            finished: 0,
            total: 0,
            fraction: null,
            preview: null,
            elapsed_ms: 0,
            message: null,
            code: null,
          },
          context.now(),
        );
        // The person cancelled while the answer was on its way, so the cancel is due at once.
        if (current.cancelRequestedAtMs !== null) current.nextAttemptAtMs = context.now();
      },
      { keepLease },
    );
    return asGenerate(row);
  } catch (error) {
    if (error instanceof KilnError && isSourceRefused(error, payload)) {
      await forgetUploads(intent, context, error);
    }
    throw error;
  }
}

async function cancel(intent: GenerateIntent, context: StepContext): Promise<void> {
  let row = intent;
  if (row.jobId === null) {
    if (!wasAttempted(row)) {
      await context.commit((fresh) => {
        enterStage(fresh, 'cancelled', context.now());
      });
      return;
    }
    try {
      row = await submit(row, context, true);
    } catch (error) {
      // A refusal says that the platform never took it: there is nothing left to cancel.
      if (!(error instanceof KilnError) || !isRefusal(error.code) || error.retryable) throw error;
      if (error.code === 'login-required') throw error;
      await context.commit((fresh) => {
        enterStage(fresh, 'cancelled', context.now(), error.code);
      });
      return;
    }
  }
  if (row.jobId !== null) await cancelJob(row.jobId, row.payload.place, context);
}

async function cancelJob(jobId: JobId, place: ModelPlace, context: StepContext): Promise<void> {
  let answer;
  try {
    answer = await call(cancelGeneration, {
      place,
      params: { id: jobId },
      session: credentialsOf(context.session),
      signal: context.signal,
    });
  } catch (error) {
    if (!(error instanceof KilnError) || error.code !== 'not-found') throw error;
    await context.commit((fresh) => {
      enterStage(fresh, 'cancelled', context.now(), 'the platform does not know it any more');
    });
    return;
  }
  await context.commit((fresh) => {
    const current = asGenerate(fresh);
    appendLog(current, context.now(), 'cancel-sent', answer.state);
    applyJobState(current, answer, context.now());
    if (current.stage === 'submitted' || current.stage === 'running') {
      current.nextAttemptAtMs = context.now() + cancelAgainMs;
    }
  });
}
