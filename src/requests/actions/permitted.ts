import { isHopeless } from '../../domain/errors.ts';
import { isEndedStage, isOpenStage, type Intent } from '../../domain/intent.ts';

/** Failed requests wait for the person just like those that ask. */
export function needsYou(intent: Intent): boolean {
  return intent.stage === 'needs-attention' || intent.stage === 'failed';
}

/** What has been made comes home in any case, and a cancel is asked for once. */
export function canCancel(intent: Intent): boolean {
  if (!isOpenStage(intent.stage) || intent.cancelRequestedAtMs !== null) return false;
  return intent.stage !== 'bringing-home';
}

/** What was refused for good gets the same answer again, however often it is sent. */
export function canRetry(intent: Intent): boolean {
  if (intent.stage === 'cancelled') return true;
  return needsYou(intent) && !isHopeless(intent.error?.code ?? 'unknown');
}

export function canRemove(intent: Intent): boolean {
  return isEndedStage(intent.stage) || intent.stage === 'needs-attention';
}
