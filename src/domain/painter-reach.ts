import { understand, withoutTraps, wordsOfLexicon } from './painter-lexicon.ts';

/** What a picture by the painter can be of; hours, weather, colours and moods alone are no subject. */
const subjects = new Set(
  (
    'mountain hill desert canyon sea lake river island forest city meadow flower daisy peony lotus space ' +
    'clouds stars moon crescent sun aurora rain snow snowfall fog storm spring summer autumn winter mars ' +
    'cat person birds boat cabin lighthouse pagoda balloon tree bamboo ink abstract marble geometric neon'
  ).split(' '),
);

/** Said often, and named by no lexicon: it asks for nothing in particular. */
const fillers = new Set(
  (
    'a an the of in on at by with and or over under above below between near behind before after into from to ' +
    'through across along around beyond its his her their is are as no not without some many few one two three ' +
    'very more most all up down out off far away high low big large small little tiny huge old young new long ' +
    'wide deep light lighting lights shadow shadows sky skies air horizon landscape scenery scene view vista ' +
    'background foreground nature wilderness world place atmosphere mood style styled art artwork artistic ' +
    'painting painted painter picture image photo photograph photography illustration drawing drawn sketch ' +
    'render wallpaper poster print beautiful stunning breathtaking amazing epic dramatic majestic lovely pretty ' +
    'detailed details detail highly ultra best quality masterpiece resolution sharp focus hd uhd k px ' +
    'cinematic composition rising setting falling floating standing sitting walking drifting blooming glowing ' +
    'shining reflecting reflected rolling lonely alone solitary distant silhouette rays colour color colours ' +
    'colors tones palette black white grey gray silver bronze season seasons weather water waters edge path road ' +
    'trail stone stones rock rocks rocky leaf leaves branch branches wind breeze wet dry silent lush wild'
  ).split(' '),
);

const chineseFillers =
  '的 了 着 一 二 两 三 个 只 条 幅 张 座 片 朵 艘 位 棵 颗 株 轮 在 上 下 中 里 外 前 后 边 旁 之 与 和 及 有 是 大 小 高 低 远 近 处 ' +
  '古 老 新 美丽 漂亮 唯美 壮丽 壮观 风景 风光 景色 景 画面 画 图 图片 照片 壁纸 插画 海报 风格 风 色调 色彩 颜色 高清 细节 精致 ' +
  '质感 构图 光影 光线 光 影 天空 天际 天 空 地平线 剪影 倒映 映 照 飘 落 升起 升 漫步 孤独 独自 背景 前景 氛围 意境 深处 山间 ' +
  '脚下 蜿蜒 小路 道路 路 石头 岩石 石 叶 枝 风 水 白色 黑色 灰色 银色 白 黑 灰';

/**
 * What it has no brush for, however familiar the words around it are: faces, animals but cats, food, machines,
 * furniture, letters.
 */
const beyond = new Set(
  (
    'portrait portraits face faces closeup selfie eyes hands smile hair dress suit armor armour costume kimono warrior ' +
    'knight samurai princess prince queen king wizard witch astronaut robot robots cyborg android superhero anime ' +
    'manga chibi character dog dogs puppy wolf fox foxes horse horses rabbit bunny bear bears panda lion lions tiger tigers ' +
    'elephant elephants dragon dragons dinosaur unicorn fish shark whale dolphin turtle frog butterfly bee spider snake owl ' +
    'eagle parrot penguin cow sheep pig chicken monkey deer squirrel ramen noodle noodles soup sushi pizza burger ' +
    'cake bread fruit fruits apple apples strawberry coffee tea cup mug bowl plate bottle food dish breakfast dinner car cars ' +
    'truck bicycle bike motorcycle motorbike train plane airplane aeroplane helicopter spaceship rocket tank engine phone laptop ' +
    'computer camera guitar piano violin book books newspaper letter letters text logo sign chair table desk lamp sofa ' +
    'kitchen bedroom bathroom library interior room shoe shoes sneaker sneakers watch jewelry jewellery necklace ring sword gun toy doll'
  ).split(' '),
);

const chineseBeyond =
  '肖像 头像 人像 自拍 特写 脸 面孔 眼睛 双手 微笑 长发 短发 裙 西装 盔甲 汉服 旗袍 和服 武士 骑士 公主 王子 女王 国王 巫师 魔法师 宇航员 ' +
  '机器人 动漫 漫画 二次元 角色 狗 狼 狐狸 骏马 小马 白马 兔 熊 狮 老虎 大象 恐龙 巨龙 飞龙 独角兽 鲨鱼 鲸 海豚 乌龟 青蛙 蝴蝶 ' +
  '蜜蜂 蜘蛛 蛇 猫头鹰 老鹰 鹦鹉 企鹅 奶牛 绵羊 小猪 母鸡 猴 鹿 松鼠 拉面 面条 火锅 饺子 包子 米饭 寿司 披萨 汉堡 蛋糕 面包 水果 苹果 草莓 ' +
  '咖啡 奶茶 茶杯 杯子 碗 盘子 瓶 美食 食物 汽车 跑车 卡车 自行车 摩托 火车 列车 高铁 飞机 直升机 飞船 坦克 手机 电脑 相机 吉他 钢琴 小提琴 ' +
  '书本 书架 报纸 文字 字母 标志 招牌 椅 桌 台灯 沙发 厨房 卧室 浴室 图书馆 室内 鞋 手表 项链 戒指 宝剑 玩具 娃娃';

/** Longer words first: a part of one is not to be taken out of its middle. */
const byLength = (words: readonly string[]): readonly string[] =>
  words.toSorted((one, other) => other.length - one.length);

let known: { english: ReadonlySet<string>; chinese: readonly string[] } | null = null;

/** Once words that ask for something outnumber those that are understood by so many, they are what is meant. */
const strangersMin = 3;

/** What a film by the painter understands besides: how the camera moves. */
const filmWords =
  /\b(?:cameras?|lens|shots?|dolly|pan(?:s|ning)?|tilts?|orbit(?:s|ing)?|(?:zoom|push|pull)(?:s|ing)?|close[ -]?ups?)\b|特写|镜头|推近|推进|拉远|拉开|环绕|运镜|平移/gi;

/**
 * Whether a person's words clearly ask for more than the built-in painter can paint. In doubt they do not: it paints
 * something fitting of most words, and is not to be talked down.
 */
export function asksBeyondPainter(prompt: string, isFilm = false): boolean {
  known ??= wordsOfLexicon();
  const text = withoutTraps(isFilm ? prompt.replaceAll(filmWords, ' ') : prompt);
  const english = text.match(/[a-z]+/g) ?? [];
  if (english.some((word) => beyond.has(word))) return true;
  if (chineseBeyond.split(' ').some((word) => text.includes(word))) return true;

  const isFiller = (word: string) => fillers.has(word) || word.length < 2;
  const strange = english.filter((word) => !known?.english.has(word) && !isFiller(word)).length;
  const familiar = english.filter((word) => known?.english.has(word)).length;

  const han = (words: string) => words.match(/\p{Script=Han}/gu)?.length ?? 0;
  let left = text;
  for (const word of byLength(known.chinese)) left = left.replaceAll(word, ' ');
  const understood = han(text) - han(left);
  for (const word of byLength(chineseFillers.split(' '))) left = left.replaceAll(word, ' ');
  // A word of Chinese has two signs, mostly.
  const strangers = strange + han(left) / 2;

  const hasSubject = [...understand(prompt).tags.keys()].some((tag) => subjects.has(tag));
  if (!hasSubject) return strangers >= 1;
  return strangers >= strangersMin && strangers > familiar + understood / 2;
}
