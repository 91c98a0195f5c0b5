/*
 * Makes the sounds that the details of a model play, each by that very model (`node scripts/play-showcases.mjs`, by
 * hand after changing one). The outputs are committed, and server/workshop/covers.ts says how many there are of each.
 * Short, and for small loudspeakers: what a person makes has more than twice the bits.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { extensionOf } from '../src/domain/file-kinds.ts';
import { playMusic } from '../server/workshop/music/play.ts';
import { encodeMp3 } from '../server/workshop/sound/encode.ts';
import { sayText } from '../server/workshop/voice/say.ts';
import { inWorkshop } from './workshop-samples.mjs';

const folder = new URL('../public/showcases/', import.meta.url);
await mkdir(folder, { recursive: true });
const bitrate = 64;
const quietly = () => undefined;

/** @param {string} name @param {Uint8Array} data */
async function keep(name, data) {
  await writeFile(new URL(name, folder), data);
  process.stdout.write(`${name.padEnd(24)} ${data.length} bytes\n`);
}

const pieces = [
  'calm piano, a rainy evening',
  'lively folk dance with guitar',
  '古风，笛子，宁静的山间',
];
for (const [at, prompt] of pieces.entries()) {
  const chosen = { style: 'auto', mood: 'auto', tempo: 'auto' };
  const { sound } = playMusic(prompt, chosen, { seconds: 10, seed: 5 + at }, quietly);
  await keep(`kiln-music-${at + 1}.mp3`, await encodeMp3(sound, bitrate, quietly));
}

/** @type {[string, string][]} */
const sayings = [
  ['你好，这里是窑。写下一句话，我念给你听。', 'female'],
  ['Put something in, close the door, and come back when it is done.', 'male'],
  ['床前明月光，疑是地上霜。', 'deep'],
];
for (const [at, [text, timbre]] of sayings.entries()) {
  const sound = await sayText(text, { voice: 'auto', timbre, speed: 1, pitch: 50 });
  await keep(`kiln-voice-${at + 1}.mp3`, await encodeMp3(sound, bitrate, quietly));
}

await inWorkshop(async ({ make }) => {
  const film = await make('kiln-film', 'Txt2Video', {
    prompt: 'a sailboat on the sea at dusk',
    duration: 3,
    width: 320,
    height: 240,
  });
  const scored = await make(
    'kiln-soundtrack',
    'VideoVoice',
    { prompt: 'calm, dreamy, the sea at dusk', sound: 'music' },
    { video: film },
  );
  await keep(`kiln-soundtrack-1.${extensionOf(scored.mediaType)}`, scored.data);
});
