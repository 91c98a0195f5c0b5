import { isOpenStage, type Intent } from '../domain/intent.ts';
import { requestState, type Surroundings } from './request-state.ts';

/** How many of the requests that have not ended are in which kind of waiting. */
export interface UnderWay {
  /** Leaving, in line, being made, coming home. */
  moving: number;
  /** With the platform, which cannot be asked how they get on. */
  away: number;
  /** Still here, until the studio can be reached. */
  unsent: number;
  /** Still here, until the person resumes the queue. */
  paused: number;
  /** Still here, until the person signs in. */
  signedOut: number;
}

/** Sums up what `requestState` says of each; what is being cancelled is not waited for. */
export function countUnderWay(intents: readonly Intent[], surroundings: Surroundings): UnderWay {
  const counts: UnderWay = { moving: 0, away: 0, unsent: 0, paused: 0, signedOut: 0 };
  for (const intent of intents) {
    if (!isOpenStage(intent.stage)) continue;
    switch (requestState(intent, surroundings).kind) {
      case 'cancelling':
        break;
      case 'paused':
        counts.paused += 1;
        break;
      case 'signed-out':
        counts.signedOut += 1;
        break;
      case 'waiting-network':
        counts.unsent += 1;
        break;
      case 'away':
        counts.away += 1;
        break;
      default:
        counts.moving += 1;
    }
  }
  return counts;
}
