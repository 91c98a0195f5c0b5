import type { Random } from '../painter/random.ts';

export const styles = [
  'pop',
  'piano',
  'ambient',
  'lofi',
  'electronic',
  'cinematic',
  'guofeng',
  'folk',
  'chiptune',
] as const;
export type Style = (typeof styles)[number];

export const moods = ['happy', 'calm', 'sad', 'epic', 'dark', 'dreamy', 'tender'] as const;
export type Mood = (typeof moods)[number];

export const tempos = ['slow', 'medium', 'fast'] as const;
export type Tempo = (typeof tempos)[number];

const styleWords: readonly [style: Style, pattern: RegExp][] = [
  [
    'guofeng',
    /国风|古风|中国风|古筝|二胡|笛|江南|民乐|仙侠|武侠|chinese|guzheng|guofeng|erhu|pentatonic/i,
  ],
  ['chiptune', /8 ?[- ]?bit|八位|芯片|像素|红白机|游戏机|chiptune|retro game|arcade|pixel/i],
  ['lofi', /lo-?fi|低保真|爵士|咖啡|学习|慵懒|jazz|chill|study|cafe|café|mellow beats/i],
  [
    'electronic',
    /电子|舞曲|电音|蹦迪|赛博|合成器|techno|house|edm|electro|dance|synth|trance|cyberpunk/i,
  ],
  [
    'cinematic',
    /电影|配乐|管弦|交响|史诗|预告|cinematic|orchestr|soundtrack|score|trailer|epic|symphon/i,
  ],
  [
    'ambient',
    /氛围|冥想|睡眠|助眠|放松|太空|环境音|ambient|meditat|sleep|drone|relax|spa\b|space/i,
  ],
  ['piano', /钢琴|夜曲|摇篮曲|piano|nocturne|lullaby|ballad/i],
  ['folk', /民谣|吉他|乡村|篝火|木吉他|folk|guitar|acoustic|country|campfire|ukulele/i],
  ['pop', /流行|歌|pop|song|rock|摇滚|band/i],
];

const moodWords: readonly [mood: Mood, pattern: RegExp][] = [
  ['epic', /史诗|宏大|壮丽|英雄|战斗|胜利|激昂|热血|epic|heroic|battle|triumph|grand|power/i],
  ['dark', /黑暗|恐怖|紧张|悬疑|阴森|诡异|dark|horror|tense|suspense|eerie|mysterious|sinister/i],
  ['sad', /悲|伤|忧郁|孤独|离别|思念|哀|寂寞|sad|melanchol|lonely|sorrow|grief|tear|blue\b|rainy/i],
  [
    'happy',
    /快乐|欢快|开心|愉快|活泼|喜庆|新年|生日|阳光|俏皮|happy|cheerful|joy|upbeat|fun|bright|sunny|birthday|playful/i,
  ],
  ['dreamy', /梦|幻|星空|宇宙|太空|奇幻|仙|dream|magic|star|space|fantasy|ethereal|floating/i],
  ['tender', /温柔|浪漫|爱情|温馨|抒情|甜|摇篮|tender|romantic|love|gentle|sweet|warm|lullaby/i],
  [
    'calm',
    /平静|宁静|安静|放松|舒缓|冥想|治愈|清晨|calm|peace|quiet|relax|serene|soft|chill|morning/i,
  ],
];

const tempoWords: readonly [tempo: Tempo, pattern: RegExp][] = [
  ['fast', /快节奏|急促|迅速|飞快|奔跑|快速|fast|quick|energetic|running|driving|uptempo/i],
  ['slow', /缓慢|慢速|慢板|慢|缓缓|slow|adagio|largo|downtempo/i],
  ['medium', /中速|行板|moderate|andante|mid-?tempo/i],
];

/** Beats per minute: slow, medium, fast. */
const paces: Readonly<Record<Style, readonly [number, number, number]>> = {
  pop: [84, 104, 124],
  piano: [62, 78, 100],
  ambient: [50, 60, 72],
  lofi: [70, 80, 90],
  electronic: [108, 122, 134],
  cinematic: [64, 84, 112],
  guofeng: [62, 78, 98],
  folk: [76, 94, 114],
  chiptune: [100, 126, 148],
};

const usualStyle: Readonly<Record<Mood, readonly Style[]>> = {
  happy: ['pop', 'folk', 'chiptune'],
  calm: ['ambient', 'piano', 'lofi'],
  sad: ['piano', 'cinematic'],
  epic: ['cinematic'],
  dark: ['cinematic', 'electronic'],
  dreamy: ['ambient', 'lofi'],
  tender: ['piano', 'folk'],
};

const usualMood: Readonly<Record<Style, readonly Mood[]>> = {
  pop: ['happy', 'tender'],
  piano: ['tender', 'calm', 'sad'],
  ambient: ['calm', 'dreamy'],
  lofi: ['calm', 'tender'],
  electronic: ['happy', 'dreamy'],
  cinematic: ['epic', 'dreamy'],
  guofeng: ['calm', 'tender'],
  folk: ['happy', 'tender'],
  chiptune: ['happy'],
};

const find = <Name>(lines: readonly [Name, RegExp][], text: string): Name | null =>
  lines.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

export interface MusicWish {
  style: Style;
  mood: Mood;
  tempo: Tempo;
  /** Beats per minute that are wanted. */
  pace: number;
}

/** What a piece is to be: as chosen, else as the words say, else as one goes with the other. */
export function readWish(
  prompt: string,
  chosen: { style: unknown; mood: unknown; tempo: unknown },
  random: Random,
): MusicWish {
  const knownStyle = styles.find((name) => name === chosen.style) ?? find(styleWords, prompt);
  const knownMood = moods.find((name) => name === chosen.mood) ?? find(moodWords, prompt);
  const style = knownStyle ?? random.pick(usualStyle[knownMood ?? 'happy']);
  const mood = knownMood ?? random.pick(usualMood[style]);
  const brisk = mood === 'happy' || mood === 'epic';
  const idle = mood === 'calm' || mood === 'sad' || mood === 'dreamy' || mood === 'tender';
  const usual = brisk ? 'medium' : idle ? 'slow' : 'medium';
  const tempo = tempos.find((name) => name === chosen.tempo) ?? find(tempoWords, prompt) ?? usual;
  const named = /(\d{2,3})\s*bpm/i.exec(prompt)?.[1];
  const pace = named
    ? Math.min(180, Math.max(45, Number(named)))
    : paces[style][tempos.indexOf(tempo)]! * random.range(0.97, 1.03);
  return { style, mood, tempo, pace };
}
