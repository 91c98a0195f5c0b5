import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ErrorCode } from '../domain/errors.ts';

export interface ErrorWords {
  /** What happened, in a few words. */
  title: MessageDescriptor;
  /** What is safe and what to do. */
  advice: MessageDescriptor;
  /** Instead of `advice` once the queue has stopped trying by itself. */
  stopped?: MessageDescriptor;
}

/** What is safe and what to do; `stopped` when nothing happens by itself any more. */
export function errorAdvice(code: ErrorCode, stopped: boolean): MessageDescriptor {
  const words = errorWords[code];
  return (stopped ? words.stopped : undefined) ?? words.advice;
}

const stoppedTrying = msg`Your request is kept on this device. Try again when you like.`;

/**
 * The one place where codes become sentences. Spec 1 and 2, section 8, whose keys are these codes: `ukerror` is
 * `login-required`, `toomanyrequests` is `too-many-requests`, `generateError` is `engine-failed` of a job that failed and
 * `network` of one that could not be sent, `checkError` is `bad-answer`. `NoPromptErr` is the form's reason `required`.
 */
export const errorWords: Readonly<Record<ErrorCode, ErrorWords>> = {
  'login-required': {
    title: msg`Please sign in`,
    advice: msg`Your request is kept on this device. Sign in and it goes on.`,
  },
  'consent-required': {
    title: msg`Volunteers would make this`,
    advice: msg`They can see what you write, so your request waits on this device until you agree.`,
  },
  forbidden: {
    title: msg`This isn't open to your account`,
    advice: msg`Nothing was charged. Choose another tool or another account.`,
  },
  'wrong-credentials': {
    title: msg`Name or password isn't right`,
    advice: msg`Check both and try again.`,
  },
  'account-taken': {
    title: msg`That name is taken`,
    advice: msg`Choose another one, or sign in if it's yours.`,
  },
  'account-locked': {
    title: msg`This account is locked`,
    advice: msg`Whoever runs the studio has locked it. Write to them if you think that is a mistake; what is on this device stays.`,
  },
  'address-expired': {
    title: msg`The link to this file has expired`,
    advice: msg`The file is still kept for you. Sign in and open it again.`,
  },
  'invalid-input': {
    title: msg`A setting isn't accepted`,
    advice: msg`Nothing was charged. Change the settings and send it again.`,
  },
  'not-found': {
    title: msg`It isn't there any more`,
    advice: msg`It may have been deleted on another device. Send it again if you still want it.`,
  },
  conflict: {
    title: msg`Something else changed it first`,
    advice: msg`Have a look at it, then change it and send it again.`,
  },
  'idempotency-mismatch': {
    title: msg`This request was sent before, with other settings`,
    advice: msg`The first one counts. Send this one anew to have both.`,
  },
  'too-many-requests': {
    title: msg`Too many requests at once`,
    advice: msg`Your request is saved and tries again by itself in a moment.`,
    stopped: stoppedTrying,
  },
  busy: {
    title: msg`The studio is very busy right now`,
    advice: msg`Your request is saved and tries again by itself in a moment.`,
    stopped: stoppedTrying,
  },
  'unknown-host': {
    title: msg`The studio does not answer at this address`,
    advice: msg`Your request is saved and tries again by itself. Whoever runs the studio has to tell it this address.`,
    stopped: stoppedTrying,
  },
  'nsfw-content': {
    title: msg`Nothing like this is made here`,
    advice: msg`Nothing was charged. Change the prompt or the picture and try again.`,
  },
  'nsfw-system': {
    title: msg`The content check had a problem`,
    advice: msg`Nothing was charged. Try again.`,
  },
  'not-enough-credits': {
    title: msg`Not enough credits for today`,
    advice: msg`Your request is kept. Claim today's credits or come back tomorrow, then send it again.`,
  },
  'already-claimed': {
    title: msg`Today's credits are already yours`,
    advice: msg`Come back tomorrow for more.`,
  },
  'unsupported-media': {
    title: msg`Format not supported`,
    advice: msg`Choose a file of another format: for pictures PNG, JPEG or WebP.`,
  },
  'too-large': {
    title: msg`The file is too large`,
    advice: msg`Choose a smaller one.`,
  },
  'too-demanding': {
    title: msg`This was too much for the workshop`,
    advice: msg`It took too much memory or time, twice. Nothing was charged. Try a smaller file, or ask for less at once.`,
  },
  'engine-failed': {
    title: msg`It couldn't be made`,
    advice: msg`Nothing was charged. Try again, or change the settings a little.`,
  },
  'engine-unavailable': {
    title: msg`This model isn't available right now`,
    advice: msg`Your request is kept. Try again later, or choose another model.`,
  },
  'model-error': {
    title: msg`The model reported an error`,
    advice: msg`Nothing was charged, and your request is kept. Reload and try again, or choose another model.`,
  },
  'result-damaged': {
    title: msg`The result arrived damaged`,
    advice: msg`It's still kept for you. Fetch it again.`,
  },
  'result-gone': {
    title: msg`The result can't be found`,
    advice: msg`Perhaps it is no longer kept. Try once more, or make it again with the same settings.`,
  },
  'storage-full': {
    title: msg`This device has no room left`,
    advice: msg`Nothing is lost. Free some space and try again.`,
  },
  'too-little-memory': {
    title: msg`This device has too little memory for the model`,
    advice: msg`Nothing is lost. Close other apps and try again, or choose a smaller model or another place.`,
  },
  'quota-exceeded': {
    title: msg`The studio has no more room for you`,
    advice: msg`Nothing was charged, and your request is kept. Download what you want to keep, delete works you no longer need, then try again.`,
  },
  'platform-full': {
    title: msg`The studio is short of space`,
    advice: msg`Your request is saved and goes on by itself once there is room.`,
    stopped: stoppedTrying,
  },
  'source-missing': {
    title: msg`The source file is missing`,
    advice: msg`Choose it again and send it anew.`,
  },
  'upload-damaged': {
    title: msg`The file didn't arrive whole`,
    advice: msg`Your request is saved. Send it again, perhaps over another network.`,
  },
  network: {
    title: msg`The connection dropped`,
    advice: msg`Your request is saved and leaves as soon as you're back.`,
    stopped: stoppedTrying,
  },
  timeout: {
    title: msg`No answer in time`,
    advice: msg`Your request is saved and tries again by itself.`,
    stopped: stoppedTrying,
  },
  'server-error': {
    title: msg`The studio had a problem`,
    advice: msg`Your request is saved and tries again by itself.`,
    stopped: stoppedTrying,
  },
  'bad-answer': {
    title: msg`The answer couldn't be read`,
    advice: msg`Your request is saved and tries again by itself.`,
    stopped: stoppedTrying,
  },
  'incompatible-version': {
    title: msg`This version is too old`,
    advice: msg`Reload to get the new one. What you made stays.`,
  },
  cancelled: {
    title: msg({ message: 'Cancelled', comment: 'State of a request' }),
    advice: msg`Nothing was charged.`,
  },
  unknown: {
    title: msg`Something went wrong`,
    advice: msg`Nothing is lost. Try again.`,
  },
};
