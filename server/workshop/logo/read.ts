import type { FaceName } from '../lettering/faces.ts';
import type { Random } from '../painter/random.ts';
import { understand } from '../../../src/domain/painter-lexicon.ts';
import { darkened } from '../vector/colour.ts';
import { nameMaxCharacters, sloganMaxCharacters } from './layout-names.ts';
import type { Inks, MarkName } from './marks.ts';

const han = /\p{Script=Han}/u;

/** What a logo is of. */
export interface LogoWords {
  /** Goes largest. */
  name: string;
  /** The name's other script, or empty. */
  otherName: string;
  slogan: string;
}

/** Words for each mark. */
const markWords: readonly [mark: MarkName, words: RegExp][] = [
  ['bamboo', /竹|禅|bamboo|zen/i],
  ['cup', /咖啡|茶|奶|饮|coffee|cafe|café|tea|espresso|brew|latte/i],
  ['paw', /宠|猫|狗|犬|兽|pet|cat|dog|puppy|kitten|veterinar|animal|zoo/i],
  ['note', /音乐|乐队|唱|琴|录音|music|band|song|audio|radio|jazz|record/i],
  ['book', /书|阅读|学|教育|出版|图书|book|read|school|learn|library|press|academ|education/i],
  ['lotus', /莲|荷|瑜伽|养生|水疗|冥想|lotus|yoga|spa|wellness|meditat/i],
  ['flower', /花|美容|美妆|香|婚|flower|floral|florist|bloom|beauty|perfume|rose|wedding/i],
  ['tree', /树|森林|园林|林业|tree|forest|garden|oak|wood|park/i],
  ['leaf', /叶|绿|生态|有机|农|自然|环保|蔬|leaf|organic|eco|farm|green|nature|vegan|plant/i],
  ['flame', /窑|火|陶|瓷|烤|烧|锅|热|kiln|fire|flame|pottery|ceramic|grill|bbq|forge|bakery/i],
  [
    'mountain',
    /山|峰|岭|户外|登|旅|mountain|peak|summit|outdoor|hik|climb|alp|camp|adventure|travel/i,
  ],
  ['wave', /海|浪|洋|冲浪|船|sea|ocean|wave|surf|marine|beach|coast|sail/i],
  ['drop', /水|泉|滴|油|酒|water|spring|drop|oil|drink|wine|pure|aqua/i],
  ['moon', /月|夜|梦|moon|night|dream|sleep|luna/i],
  ['sun', /日|阳|光|晨|sun|light|dawn|solar|morning|day|bright/i],
  ['bird', /鸟|燕|鹤|飞|鸽|bird|wing|swift|swallow|fly|dove|crane|freedom/i],
  ['house', /家|房|屋|宅|民宿|建筑|地产|house|home|hotel|inn|architect|estate|build/i],
  ['bolt', /电|能源|速|快|充|运动|健身|electric|energy|power|fast|charge|bolt|sport|gym|fitness/i],
  ['cloud', /云|天|数据|cloud|sky|data|weather/i],
  [
    'orbit',
    /宇宙|星球|航天|太空|科学|卫星|space|orbit|planet|cosmo|science|atom|satellite|rocket/i,
  ],
  ['star', /星|影|摄|艺术|star|film|photo|studio|cinema|art|magic/i],
  ['heart', /爱|心|医|健康|慈善|护|love|heart|care|health|clinic|charity|medic/i],
  ['arrow', /金融|投资|增长|财|商|咨询|financ|invest|growth|capital|market|consult|bank|trade/i],
  [
    'hexagon',
    /科技|智能|区块|软件|网络|技术|工业|机|tech|soft|digital|block|cyber|ai\b|network|engineer|lab|industr/i,
  ],
];

const markNames: readonly MarkName[] = [
  'hexagon',
  'star',
  'orbit',
  'mountain',
  'leaf',
  'wave',
  'flower',
];

const faceWords: readonly [face: FaceName, words: RegExp][] = [
  ['brush', /书法|毛笔|手写|国风|中国风|武|江湖|墨|禅|calligraph|brush|handwrit|oriental/i],
  [
    'serif',
    /优雅|古典|经典|文艺|奢|高端|茶|酒|书|衬线|律|珠宝|elegant|classic|luxur|serif|vintage|heritage|law|jewel|wine|tea|boutique/i,
  ],
  ['sans', /粗|力|工业|运动|bold|strong|sport|industr|heavy/i],
  ['round', /圆|可爱|友好|科技|现代|简约|儿童|round|friendly|modern|tech|minimal|cute|kid|soft/i],
];

type Triple = readonly [main: string, second: string, ground: string];

/** On light and dark grounds, each strong enough in contrast to read. */
const inkSets: readonly [moods: RegExp | null, inks: Triple][] = [
  [null, ['#1f2a44', '#e07a3f', '#fbf7f0']],
  [null, ['#15302b', '#3fa37c', '#f6f5ee']],
  [null, ['#2b2440', '#8f6fd8', '#faf8ff']],
  [null, ['#222222', '#d8342b', '#ffffff']],
  [null, ['#0f3b57', '#39a0c9', '#f5fafc']],
  [null, ['#4a2c20', '#c98b4a', '#fdf6ec']],
  [/中国|国风|红|武|印|chinese|red|oriental/i, ['#a5281f', '#2a2320', '#fbf6ea']],
  [/咖啡|木|面包|coffee|wood|bakery|leather|brew/i, ['#40281c', '#b5763e', '#faf3e7']],
  [
    /海|水|蓝|科技|云|数据|sea|water|blue|tech|cloud|data|ocean/i,
    ['#0b3c6f', '#2f9be0', '#f4f9fd'],
  ],
  [
    /绿|叶|生态|有机|农|茶|竹|green|eco|organic|farm|leaf|tea|bamboo/i,
    ['#1d4d35', '#6cab4f', '#f7f8f0'],
  ],
  [/窑|火|陶|热|烤|辣|kiln|fire|hot|grill|spic|pottery/i, ['#8c2f1b', '#e5893a', '#fdf5ea']],
  [/花|美|粉|婚|flower|beauty|pink|wedding|rose/i, ['#8a2f55', '#e58fa9', '#fff7f8']],
  [/奢|高端|黑金|luxur|premium|gold|jewel/i, ['#e3c47c', '#b08d45', '#17171a']],
  [/夜|霓虹|游戏|赛博|太空|night|neon|game|cyber|space|moon/i, ['#f4f1ff', '#8b7bff', '#15132b']],
];

/** Colours that were named, else such as suit what the words are about, else by chance. */
export function chooseInks(words: string, random: Random): Inks {
  const suiting = inkSets.filter(([moods]) => moods?.test(words));
  const [, [main, second, ground]] =
    suiting.length > 0 && random.chance(0.75)
      ? suiting[0]!
      : random.pick(suiting.length > 0 ? suiting : inkSets.filter(([moods]) => moods === null));
  const dark = /黑底|深色背景|dark background|on black|黑色背景/i.test(words);
  const [first, other] = understand(words).colours;
  if (!first)
    return dark && ground !== '#17171a'
      ? { main: '#ffffff', second, ground: '#17171a' }
      : { main, second, ground };
  if (dark) return { main: '#ffffff', second: first, ground: '#17171a' };
  return { main: darkened(first, 0.24), second: other ?? first, ground: '#ffffff' };
}

/** What the words are about. Of several Chinese words the one higher in the list decides, of English the first. */
export function chooseMark(words: string, random: Random): MarkName {
  const found = markWords.flatMap(([mark, pattern], rank) => {
    const match = pattern.exec(words);
    return match ? [{ mark, at: han.test(match[0]) ? rank - markWords.length : match.index }] : [];
  });
  return found.toSorted((one, other) => one.at - other.at)[0]?.mark ?? random.pick(markNames);
}

export function chooseFace(words: string, random: Random): FaceName {
  const named = faceWords.find(([, pattern]) => pattern.test(words));
  return named?.[0] ?? random.pick(['round', 'sans', 'serif'] as const);
}

/** Splits a name that has both scripts, the first one first. */
function splitScripts(name: string): [first: string, other: string] {
  const runs = (name.match(/[\p{Script=Han}·、]+|[^\p{Script=Han}·、]+/gu) ?? [])
    .map((run) => run.trim())
    .filter(Boolean);
  return runs.length === 2 ? [runs[0]!, runs[1]!] : [name.trim(), ''];
}

function cut(text: string, characters: number): string {
  return [...text.trim()].slice(0, characters).join('').trim();
}

/**
 * What is to be written: the fields where they are filled in, else what stands in quotation marks, else how
 * the words begin.
 */
export function readLogo(fields: { prompt: string; text: string; slogan: string }): LogoWords {
  const quoted = [...fields.prompt.matchAll(/[“"「『《'‘]([^”"」』》'’]{1,60})[”"」』》'’]/g)].map(
    ([, words]) => words!,
  );
  const begins = fields.prompt.split(/[,，。;；:：\n(（]/)[0] ?? '';
  const shortened = han.test(begins)
    ? cut(begins, 8)
    : begins.trim().split(/\s+/).slice(0, 3).join(' ');
  const wanted = fields.text.trim() || quoted[0] || shortened;
  const [name, otherName] = splitScripts(cut(wanted, nameMaxCharacters));
  const slogan = cut(
    fields.slogan || (fields.text.trim() ? '' : (quoted[1] ?? '')),
    sloganMaxCharacters,
  );
  return { name, otherName, slogan };
}
