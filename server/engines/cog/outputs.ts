import type { Outgoing } from '../../http/outgoing.ts';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import { EngineError, missingBy } from '../contract/engine.ts';
import type { EngineContext, EngineJob, EngineOutput } from '../contract/engine.ts';
import { fetchFile } from '../fetch-file.ts';
import { bytesOfBase64, judgePicture } from '../pictures.ts';
import { firstWords, mayPass } from '../remote.ts';
import type { Prediction } from './answers.ts';

const filesMax = 64;

/** Every text of an output, in order: a string, a list of them, or an object with some. */
function textsOf(output: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [output];
  while (open.length > 0 && found.length < filesMax) {
    const next = open.shift();
    if (typeof next === 'string') {
      found.push(next);
    } else if (typeof next === 'object' && next !== null)
      open.unshift(...(Object.values(next).slice(0, filesMax) as unknown[]));
  }
  return found;
}

const filesOf = (output: unknown): string[] =>
  textsOf(output).filter((text) => /^(data:|https?:\/\/)/.test(text));

/** Whether an output names files by where they lie inside its container: nobody outside can open those. */
export function staysInside({ output }: Prediction): boolean {
  return filesOf(output).length === 0 && textsOf(output).some((text) => /^(file:|\/)/.test(text));
}

/**
 * Brings the pictures of a finished prediction home. One damaged picture does not take the others along.
 * @throws EngineError when none is whole
 */
export async function collectOutputs(options: {
  prediction: Prediction;
  job: EngineJob;
  context: EngineContext;
  ask: Outgoing;
  url: string;
  headers: Record<string, string>;
  /** False: the model takes no seed, so none can be told. */
  hasSeed: boolean;
}): Promise<EngineOutput[]> {
  const { job, context } = options;
  const authorization = { origin: new URL(options.url).origin, headers: options.headers };
  const outputs: EngineOutput[] = [];
  let failure: EngineError | null = null;
  for (const file of filesOf(options.prediction.output)) {
    if (outputs.length >= job.outputs) break;
    try {
      const data = file.startsWith('data:')
        ? bytesOfBase64(file)
        : await fetchFile(file, options.ask, authorization, context.signal);
      const picture = await judgePicture(data);
      const seed = options.hasSeed ? job.seed : '';
      outputs.push({
        ...picture,
        index: outputs.length,
        seed,
        model: job.model,
        parameters: { ...job.input, width: picture.width, height: picture.height },
        censored: false,
        warnings: [],
      });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      failure = error;
    }
  }
  if (outputs.length > 0) {
    if (outputs.length < job.outputs)
      context.reportProgress({
        phase: 'finishing',
        missing: missingIn(options.prediction, failure),
      });
    return outputs;
  }
  throw (
    failure ?? new EngineError('engine-failed', 'The model gave no picture', { retryable: false })
  );
}

const refused = /nsfw|safety|sensitive|flagged|moderat|inappropriate/i;

/** Why a prediction that succeeded has fewer pictures: a damaged one, or a filter, which only its log tells of. */
function missingIn({ logs }: Prediction, failure: EngineError | null): ErrorCode {
  return !failure && refused.test(logs ?? '') ? 'nsfw-content' : missingBy(failure);
}

/**
 * What a prediction that did not succeed says to a person.
 * @param isFree another run costs nothing but time
 */
export function failureOf(prediction: Prediction, isFree: boolean): EngineError {
  const words = firstWords(prediction.error);
  if (prediction.status === 'failed' && refused.test(words)) {
    return new EngineError('nsfw-content', `The model refused: ${words}`, { retryable: false });
  }
  if (prediction.status !== 'failed') {
    return new EngineError('engine-failed', 'The run was stopped on the engine’s side', {
      retryable: isFree,
    });
  }
  return new EngineError('engine-failed', `The model failed: ${words || 'no reason given'}`, {
    retryable: isFree && mayPass(words),
  });
}
