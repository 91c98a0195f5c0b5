/**
 * What the painter understands. One line per idea: its tag, Chinese words, English words. Chinese is found
 * anywhere in the text; English as whole words, a plural included.
 */
const lines: readonly [tag: string, chinese: string, english: string][] = [
  // Places
  [
    'mountain',
    '山 峰 岭 山脉 雪山 阿尔卑斯 富士',
    'mountain mountainous peak summit alps alpine himalaya fuji ridge cliff',
  ],
  [
    'hill',
    '丘陵 山坡 草原 牧场 田园 乡村',
    'hill rolling countryside pasture grassland prairie steppe farm village',
  ],
  ['desert', '沙漠 沙丘 戈壁 大漠 撒哈拉', 'desert dune sahara sand gobi'],
  ['canyon', '峡谷 悬崖 红岩 丹霞', 'canyon mesa butte badlands gorge'],
  [
    'sea',
    '海 海洋 大海 海边 海浪 沙滩 海岸 波浪',
    'sea ocean beach wave coast shore seaside surf tide bay harbour harbor',
  ],
  ['lake', '湖 湖泊 池塘 水面 倒影', 'lake pond reflection lagoon fjord tarn'],
  ['river', '河 江 溪 溪流 瀑布', 'river stream creek waterfall brook'],
  ['island', '岛 海岛 群岛', 'island isle archipelago'],
  [
    'forest',
    '森林 树林 松林 丛林 林间 松树',
    'forest wood woods woodland jungle pine spruce fir grove',
  ],
  [
    'city',
    '城市 都市 街道 高楼 摩天楼 天际线 上海 香港 纽约 东京',
    'city cityscape skyline town urban street skyscraper downtown metropolis building tokyo shanghai york paris london',
  ],
  [
    'meadow',
    '草地 花海 花田 田野 麦田 薰衣草田 油菜花 草甸',
    'meadow field wildflower lavender wheat poppy grass',
  ],
  [
    'flower',
    '花 花朵 玫瑰 牡丹 荷花 莲花 樱花 菊花 郁金香 向日葵 花束 兰花 百合',
    'flower floral blossom bloom rose peony lotus tulip sunflower daisy bouquet orchid lily petal botanical',
  ],
  ['daisy', '雏菊 菊花 向日葵 菊', 'daisy sunflower chrysanthemum aster'],
  ['peony', '牡丹 玫瑰 芍药 山茶', 'peony rose camellia carnation'],
  ['lotus', '荷花 莲花 睡莲 百合', 'lotus lily waterlily tulip'],
  [
    'space',
    '宇宙 太空 银河 星系 星云 行星 星球 火箭',
    'space galaxy nebula cosmos cosmic universe planet interstellar milky',
  ],
  // Sky and weather
  ['clouds', '云 云海 白云 多云', 'cloud cloudy overcast'],
  ['clear', '晴空 万里无云 晴朗', 'clear cloudless'],
  ['stars', '星 星空 繁星 星夜', 'star starry starlight stargazing'],
  ['moon', '月 月亮 月光 明月 满月', 'moon moonlight moonlit lunar'],
  ['crescent', '月牙 新月 弯月', 'crescent'],
  ['sun', '太阳 阳光 旭日', 'sun sunny sunlight sunshine'],
  ['aurora', '极光', 'aurora northern'],
  ['rain', '雨 雨天 下雨 大雨', 'rain rainy drizzle downpour'],
  ['snow', '雪 雪景 下雪 大雪 冰雪', 'snow snowy snowfall snowing blizzard snowflake'],
  ['snowfall', '下雪 大雪 飘雪 暴雪 雪花', 'snowfall snowing blizzard snowflake snowstorm'],
  ['fog', '雾 薄雾 云雾 朦胧 烟雨', 'fog foggy mist misty haze hazy'],
  ['storm', '暴风 风暴 雷 闪电 乌云 暴雨', 'storm stormy thunder lightning tempest'],
  // Hours and seasons
  ['dawn', '黎明 清晨 日出 拂晓 朝霞 早晨', 'dawn sunrise daybreak morning'],
  ['day', '白天 中午 正午 蓝天', 'day daytime noon midday daylight'],
  ['golden', '金色 黄金时刻 午后 余晖', 'golden afternoon honey'],
  ['sunset', '日落 夕阳 黄昏 晚霞 落日 傍晚', 'sunset evening ember'],
  ['dusk', '暮色 薄暮 暮光', 'dusk twilight gloaming'],
  ['bluehour', '蓝调', 'bluehour'],
  ['night', '夜 夜晚 夜景 深夜 午夜 夜色', 'night nighttime midnight nocturne'],
  ['spring', '春 春天 春日', 'spring springtime'],
  ['summer', '夏 夏天 夏日 热带', 'summer tropical tropics'],
  ['autumn', '秋 秋天 红叶 枫叶 落叶 秋色', 'autumn fall autumnal maple october'],
  ['winter', '冬 冬天 冰 寒 冬日', 'winter wintry ice icy frozen frost arctic'],
  // Moods
  [
    'calm',
    '宁静 平静 安静 静谧 禅',
    'calm quiet serene peaceful tranquil still zen minimal minimalist',
  ],
  ['warm', '温暖 暖 火 火焰 热', 'warm cosy cozy fire flame hot'],
  ['cold', '冷 清冷 寒冷', 'cold cool chilly'],
  [
    'dreamy',
    '梦 梦幻 幻想 童话 仙境 奇幻',
    'dream dreamy dreamlike fantasy fairy ethereal magical surreal',
  ],
  ['dark', '黑暗 暗 阴郁 神秘 哥特', 'dark gloomy moody mysterious gothic noir'],
  ['vivid', '鲜艳 绚丽 多彩 彩色 缤纷', 'vivid colorful colourful vibrant bright rainbow'],
  ['pastel', '柔和 粉彩 马卡龙 清新', 'pastel soft gentle delicate'],
  ['neon', '霓虹 赛博朋克 赛博 科幻 未来', 'neon cyberpunk synthwave vaporwave futuristic scifi'],
  ['mars', '火星 异星 外星', 'mars martian alien'],
  // Subjects that stand well as small figures
  ['cat', '猫 小猫 猫咪', 'cat kitten kitty'],
  [
    'person',
    '人 人物 女孩 男孩 少女 女人 男人 旅人 行人 背影',
    'person people man woman girl boy wanderer traveller traveler figure lady portrait',
  ],
  ['birds', '鸟 飞鸟 鹤 雁 海鸥', 'bird gull seagull crane geese flock swallow'],
  ['boat', '船 小船 帆船 渔船 舟', 'boat ship sailboat sail yacht sailing'],
  ['cabin', '小屋 木屋 房子 房屋 家', 'cabin house cottage hut home barn'],
  ['lighthouse', '灯塔', 'lighthouse'],
  ['pagoda', '塔 宝塔 寺 庙 亭 古建筑', 'pagoda temple shrine pavilion'],
  ['balloon', '气球 热气球', 'balloon'],
  ['tree', '树 大树 古树', 'tree oak willow'],
  ['bamboo', '竹 竹林 竹子', 'bamboo'],
  // Ways of painting
  ['ink', '水墨 国画 中国画 山水画 墨 书法', 'ink sumi inkwash shanshui'],
  ['watercolour', '水彩', 'watercolor watercolour aquarelle gouache'],
  [
    'oil',
    '油画 印象派 印象 莫奈 梵高',
    'oil impressionist impressionism impasto monet gogh painterly',
  ],
  ['abstract', '抽象 流动 流线', 'abstract abstraction flow flowing swirl'],
  [
    'marble',
    '大理石 流体 液体 烟 丝绸 纹理',
    'marble fluid liquid smoke silk agate texture marbling',
  ],
  [
    'geometric',
    '几何 包豪斯 图案 拼贴 构成',
    'geometric geometry bauhaus pattern mosaic shapes cubist suprematist',
  ],
];

/** Colour words, as the colour that they mean. */
const colourLines: readonly [hex: string, chinese: string, english: string][] = [
  ['#d2352c', '红 红色 赤', 'red crimson scarlet ruby'],
  ['#e8762b', '橙 橙色 橘色', 'orange tangerine'],
  ['#efc02f', '黄色 明黄', 'yellow lemon'],
  ['#d9a441', '金黄', 'gold amber ochre'],
  ['#3f9b4f', '绿 绿色', 'green'],
  ['#2f8f7a', '翠 翡翠 碧', 'emerald jade'],
  ['#2aa8a8', '青色 蓝绿', 'teal cyan turquoise aqua'],
  ['#2f6fd0', '蓝 蓝色 湛蓝', 'blue azure cobalt'],
  ['#3c3f9e', '靛 靛蓝 藏青', 'indigo navy'],
  ['#7d4fc0', '紫 紫色', 'purple violet lilac'],
  ['#a77fd0', '薰衣草色', 'mauve lavender'],
  ['#e87fa6', '粉 粉色 粉红 桃色', 'pink rose magenta fuchsia'],
  ['#8a5a3a', '棕色 褐色 咖啡色', 'brown sepia chocolate'],
];

/** Words that mean something else than the sign in them. */
const chineseTraps: readonly [word: string, instead: string][] = [
  ['火星', '异星'],
  ['黄昏', '日落'],
  ['红叶', '秋色'],
  ['枫叶', '秋色'],
  ['红岩', '峡谷'],
  ['星系', '银河'],
  ['星云', '银河'],
  ['星球', '行星'],
  ['上海', '都市'],
  ['海鸥', '飞鸟'],
  ['青山', '山 绿色'],
  ['烟雨', '薄雾'],
  ['火箭', '太空'],
  ['树林', '森林'],
  ['竹林', '竹'],
  ['灯塔', 'lighthouse'],
];

export interface Understood {
  /** Tag → weight; words that come first weigh more. */
  tags: Map<string, number>;
  /** Hex colours in order of appearance. */
  colours: string[];
}

/** A word as it may be written: one of it, or several. */
const formsOf = (word: string): string[] => [
  word,
  `${word}s`,
  `${word}es`,
  `${word.slice(0, -1)}ies`,
];

function firstEnglish(words: ReadonlyMap<string, number>, english: string): number {
  let first = -1;
  for (const word of english.split(' ')) {
    for (const form of formsOf(word)) {
      const at = words.get(form);
      if (at !== undefined && (first < 0 || at < first)) first = at;
    }
  }
  return first;
}

function firstChinese(text: string, chinese: string): number {
  let first = -1;
  for (const word of chinese.split(' ')) {
    const at = text.indexOf(word);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
}

/** Clears up what would be read as something else. */
export function withoutTraps(prompt: string): string {
  let text = prompt.toLowerCase();
  for (const [word, instead] of chineseTraps) text = text.replaceAll(word, ` ${instead} `);
  return text
    .replaceAll('blue hour', 'bluehour')
    .replaceAll('sci-fi', 'scifi')
    .replaceAll('hot air', '');
}

/** Every word that is understood, for those who ask what is not. */
export function wordsOfLexicon(): { english: ReadonlySet<string>; chinese: readonly string[] } {
  const all = [...lines, ...colourLines];
  return {
    english: new Set(all.flatMap(([, , english]) => english.split(' ').flatMap(formsOf))),
    chinese: all.flatMap(([, chinese]) => chinese.split(' ')),
  };
}

/** Reads a prompt in Chinese or English; unknown words are simply not among the tags. */
export function understand(prompt: string): Understood {
  const text = withoutTraps(prompt);
  const words = new Map<string, number>();
  for (const match of text.matchAll(/[a-z]+/g)) {
    if (!words.has(match[0])) words.set(match[0], match.index);
  }
  const length = Math.max(1, text.length);
  const tags = new Map<string, number>();
  for (const [tag, chinese, english] of lines) {
    const found = [firstChinese(text, chinese), firstEnglish(words, english)].filter(
      (at) => at >= 0,
    );
    if (found.length > 0) tags.set(tag, 1 - 0.5 * (Math.min(...found) / length));
  }
  const colours = colourLines
    .map(([hex, chinese, english]) => {
      const found = [firstChinese(text, chinese), firstEnglish(words, english)].filter(
        (at) => at >= 0,
      );
      return { hex, at: found.length > 0 ? Math.min(...found) : -1 };
    })
    .filter((colour) => colour.at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map((colour) => colour.hex);
  return { tags, colours };
}
