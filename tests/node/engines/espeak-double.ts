import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Stands for eSpeak NG 1.51: the options that we use, its refusal of unknown voices, and its WAV through a pipe,
 * whose header promises 2 GB. Each character is a tenth of a second at the usual rate; the pitch is the voice's.
 */
const program = `
import { readFileSync } from 'node:fs';
const args = process.argv.slice(2);
const value = (name) => args[args.indexOf(name) + 1];
const refuse = (why) => { process.stderr.write(why); process.exit(1); };
const known = ['-v', '-s', '-p', '-b'];
for (let at = 0; at < args.length; at += 1) {
  if (known.includes(args[at])) at += 1;
  else if (args[at] !== '--stdin' && args[at] !== '--stdout') refuse('Error: unknown option');
}
const [language, variant] = value('-v').split('+');
if (!['cmn', 'yue', 'en-us', 'en-gb'].includes(language)) refuse('Error: The specified espeak-ng voice does not exist.');
const speed = Number(value('-s'));
if (!(speed >= 80 && speed <= 450)) refuse('Error: speed');
if (value('-b') !== '1') refuse('Error: text is not read as UTF-8');
const text = readFileSync(0, 'utf8').replaceAll(/[^\\p{L}\\p{N}]/gu, '');
const count = Math.round([...text].length * 0.1 * 22050 * (165 / speed));
const hertz = (language === 'cmn' ? 200 : 300) + (variant.startsWith('f') ? 80 : 0) + Number(value('-p'));
const wav = Buffer.alloc(44 + 2 * count);
wav.write('RIFF', 0); wav.writeUInt32LE(0x7ffff024, 4); wav.write('WAVEfmt ', 8); wav.writeUInt32LE(16, 16);
wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22); wav.writeUInt32LE(22050, 24); wav.writeUInt32LE(44100, 28);
wav.writeUInt16LE(2, 32); wav.writeUInt16LE(16, 34); wav.write('data', 36); wav.writeUInt32LE(0x7ffff000, 40);
for (let at = 0; at < count; at += 1) wav.writeInt16LE(Math.round(9000 * Math.sin((2 * Math.PI * hertz * at) / 22050)), 44 + 2 * at);
process.stdout.write(wav);
`;

/** Puts the double in front of everything else on PATH. @returns takes it away again */
export async function installEspeakDouble(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kiln-espeak-'));
  const script = path.join(folder, 'espeak-double.mjs');
  const file = path.join(folder, 'espeak-ng');
  await writeFile(script, program);
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  await chmod(file, 0o755);
  const before = process.env['PATH'] ?? '';
  process.env['PATH'] = `${folder}${path.delimiter}${before}`;
  return async () => {
    process.env['PATH'] = before;
    await rm(folder, { recursive: true, force: true });
  };
}
