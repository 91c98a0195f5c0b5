import { EngineError } from '../../engines/contract/engine.ts';
import { failed, type Manner } from './manner.ts';
import { findPackage, speakByPackage } from './package.ts';
import { findProgram, speakByProgram } from './program.ts';
import { readWav, type Speech } from './wav.ts';

/** Whether eSpeak NG is here, as the optional package or on PATH. */
export const canSpeak = (): boolean => findPackage() !== null || findProgram() !== null;

/**
 * Has a text spoken: by the package, which sounds the same on every machine, else by the program on PATH.
 * @throws EngineError `engine-unavailable`, `engine-failed`, `invalid-input`
 */
export async function speak(text: string, manner: Manner): Promise<Speech> {
  const [wasm, program] = [findPackage(), findProgram()];
  let wav: Buffer;
  if (wasm) wav = await speakByPackage(wasm, text, manner);
  else if (program) wav = await speakByProgram(program, text, manner);
  else throw new EngineError('engine-unavailable', 'eSpeak NG is not here', { retryable: false });
  const speech = readWav(wav);
  if (!speech) throw failed('gave no sound');
  return speech;
}
