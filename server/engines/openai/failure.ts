import { EngineError } from '../contract/engine.ts';

/** Whether a paid request was carried out can't be known any more; nobody may send it again on suspicion. */
export class LostAnswer extends EngineError {
  constructor(name: string, cause?: unknown) {
    super(
      'engine-failed',
      `The answer of ${name} was lost, and sending again might cost twice. Nothing was charged here; try again.`,
      { retryable: false, cause },
    );
  }
}
