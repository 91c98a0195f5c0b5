import type { LocalizedText } from '../../../src/domain/languages.ts';
import type { Term } from './terms.ts';

/** A phrase in both languages, `中文|english`. */
const both = (text: string): LocalizedText => {
  const [cn = '', en = ''] = text.split('|');
  return { cn, en };
};
const list = (text: string): LocalizedText[] =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .map(both);

export const slots = ['detail', 'light', 'medium', 'composition', 'mood'] as const;
export type Slot = (typeof slots)[number];

export type Time = 'night' | 'edge' | 'day';

export interface Subject {
  /** Words of either language by which it is known. */
  words: RegExp;
  detail: LocalizedText[];
  composition: LocalizedText[];
  mood: LocalizedText[];
  light?: LocalizedText[];
  /** Of `mediaOf`; the first are the likelier ones. */
  media: Medium[];
}

export type Medium = 'photo' | 'painting' | 'ink' | 'illustration' | 'render' | 'vector';

const english = (words: string): string => `\\b(?:${words})s?\\b`;
const known = (cn: string, en: string): RegExp => new RegExp(`${cn}|${english(en)}`, 'iu');

/** The first that fits is what a prompt is about; people and animals come before where they are. */
export const subjects: Subject[] = [
  {
    words: known('标志|徽标|图标|商标', 'logo|icon|emblem|badge'),
    detail: list(`简洁的几何造型|simple geometric shapes
      均匀的线条|even line weight
      一眼就能认出的轮廓|a silhouette known at a glance`),
    composition: list(`居中构图，四周留白|centered with plenty of white space
      干净的白色背景|clean white background`),
    mood: list(`两种对比鲜明的颜色|two contrasting colors
      平面配色，没有渐变|flat colors without gradients`),
    light: [],
    media: ['vector'],
  },
  {
    words: known(
      '美食|食物|面包|蛋糕|咖啡|茶杯|水果|寿司|拉面|面条|饺子|汤|甜点|早餐|冰淇淋',
      'food|bread|cake|coffee|fruit|sushi|ramen|noodle|dumpling|soup|dessert|breakfast|ice cream|pizza|burger|tea cup',
    ),
    detail: list(`热气缓缓升起|steam rising gently
      表面有诱人的光泽|an appetizing sheen
      粗陶餐具和亚麻餐布|rough stoneware and linen napkin
      散落的香草和碎屑|scattered herbs and crumbs`),
    composition: list(`四十五度俯拍|shot from a 45 degree angle
      正上方俯拍|flat lay from directly above
      微距特写，浅景深|macro close-up with shallow depth of field`),
    mood: list(`温暖诱人的色调|warm inviting tones
      清新明快的色调|fresh bright tones`),
    light: list(`窗边柔和的侧光|soft side light from a window
      清晨的漫射光|diffused morning light`),
    media: ['photo'],
  },
  {
    words: known(
      '产品|香水|手表|瓶子|耳机|运动鞋|口红|化妆品|珠宝',
      'product|perfume|wristwatch|watch|bottle|headphone|sneaker|lipstick|cosmetic|jewelry|jewellery',
    ),
    detail: list(`材质纹理清晰|crisp material texture
      底座是磨砂石台|on a matte stone plinth
      表面有细小的水珠|tiny water droplets on the surface`),
    composition: list(`居中构图，四周留白|centered with plenty of white space
      低机位，主体突出|low camera position with a dominant subject`),
    mood: list(`干净克制的配色|clean restrained palette
      高级而安静的氛围|quiet luxurious atmosphere`),
    light: list(`影棚柔光箱照明|studio softbox lighting
      轮廓光勾出边缘|rim light along the edges`),
    media: ['photo', 'render'],
  },
  {
    words: known(
      '女孩|男孩|女人|男人|少女|少年|老人|老爷爷|老奶奶|孩子|小孩|人像|肖像|公主|骑士|武士|巫师|女巫|女王|国王|宇航员|舞者|战士|侠客|新娘|人物|厨师|渔夫|美女',
      'girl|boy|woman|man|women|men|lady|old man|child|children|portrait|princess|knight|samurai|wizard|witch|queen|king|astronaut|dancer|warrior|bride|person|people|chef|fisherman|character',
    ),
    detail: list(`神情自然|natural expression
      眼神里有光|catchlight in the eyes
      发丝清晰|finely rendered hair
      衣料的褶皱细腻|delicate folds of fabric`),
    composition: list(`半身像，视线略偏离镜头|half-body portrait looking slightly off camera
      浅景深，背景柔和虚化|shallow depth of field with a softly blurred background
      三分法构图|rule of thirds composition`),
    mood: list(`安静沉思的气氛|quiet contemplative mood
      温柔克制的色调|gentle restrained tones
      有故事感|a sense of story`),
    media: ['photo', 'painting', 'illustration'],
  },
  {
    words: known(
      '猫|狗|狐狸|狼|老虎|狮子|熊|兔|松鼠|鹿|马|大象|鸟|鹰|猫头鹰|企鹅|鱼|鲸|海豚|龙|凤凰|蝴蝶|动物|恐龙|刺猬|水母|乌龟',
      'cat|kitten|dog|puppy|fox|foxes|wolf|wolves|tiger|lion|bear|panda|rabbit|bunny|squirrel|deer|horse|elephant|bird|eagle|owl|penguin|fish|whale|dolphin|dragon|phoenix|butterfly|butterflies|animal|dinosaur|hedgehog|jellyfish|turtle',
    ),
    detail: list(`花纹与质感清晰可见|clearly visible texture and markings
      目光炯炯有神|bright attentive eyes
      姿态自然灵动|a natural lively pose`),
    composition: list(`平视角度，主体居中|eye-level view with a centered subject
      浅景深，背景柔和虚化|shallow depth of field with a softly blurred background
      低角度，贴近地面|low angle close to the ground`),
    mood: list(`宁静而好奇的气氛|calm curious mood
      童话般的气氛|fairy tale atmosphere
      柔和的大地色|soft earth tones`),
    media: ['photo', 'illustration', 'painting'],
  },
  {
    words: known(
      '城市|街道|街|小巷|夜市|摩天|建筑|房子|房屋|城堡|宫殿|寺|教堂|塔|村|镇|桥|车站|咖啡馆|书店',
      'city|cities|street|alley|skyscraper|building|house|castle|palace|temple|church|tower|village|town|bridge|station|cafe|shop|architecture',
    ),
    detail: list(`窗户里透出暖光|warm light in the windows
      石板路映着光|light mirrored on the paving stones
      立面的细节丰富|rich detail on the facades
      远处有行人的身影|small figures in the distance`),
    composition: list(`引导线通向远方|leading lines into the distance
      广角，对称构图|wide angle with a symmetrical composition
      高处俯瞰|seen from above`),
    mood: list(`安静的人间烟火|quiet everyday life
      电影般的氛围|cinematic atmosphere
      怀旧的色调|nostalgic tones`),
    media: ['photo', 'painting', 'illustration'],
  },
  {
    words: known(
      '飞船|太空|星系|行星|银河|宇宙|科幻|机甲|机器人',
      'spaceship|space|galaxy|galaxies|planet|milky way|universe|sci-fi|mecha|robot|nebula',
    ),
    detail: list(`星云弥漫，色彩层叠|layered clouds of colored nebula
      表面布满精密的细节|intricate surface detail
      远处有一颗带环的行星|a ringed planet in the distance`),
    composition: list(`巨大的尺度对比|a striking contrast of scale
      广角，纵深感强|wide angle with great depth`),
    mood: list(`辽阔而寂静|vast and silent
      史诗般的氛围|epic atmosphere`),
    light: list(`遥远恒星的轮廓光|rim light of a distant star
      发光的尘埃|glowing dust`),
    media: ['render', 'painting', 'illustration'],
  },
  {
    words: known(
      '花|玫瑰|荷|樱|梅|牡丹|向日葵|叶|植物|蘑菇|竹',
      'flower|rose|lotus|blossom|peony|peonies|sunflower|leaf|leaves|plant|mushroom|bamboo|tulip|garden',
    ),
    detail: list(`花叶上挂着露珠|dewdrops on petals and leaves
      花瓣的脉络清晰|fine veins in the petals
      层次丰富的绿意|many layers of green`),
    composition: list(`微距特写，浅景深|macro close-up with shallow depth of field
      大面积留白|generous negative space
      前景虚化，层次分明|blurred foreground in distinct layers`),
    mood: list(`清新宁静|fresh and tranquil
      淡雅的色调|delicate pale tones`),
    media: ['photo', 'painting', 'ink'],
  },
  {
    words: known(
      '山|海|湖|河|江|瀑布|森林|树林|沙漠|草原|雪|风景|云海|田|岛|天空|日出|日落|极光',
      'mountain|sea|ocean|lake|river|waterfall|forest|wood|desert|meadow|snow|landscape|field|island|sky|skies|sunrise|sunset|aurora|valley|beach|beaches|cliff|coast',
    ),
    detail: list(`远处层叠的山影|distant ridges fading into haze
      薄雾在低处流动|low mist drifting through
      前景有摇曳的野草|swaying grasses in the foreground
      水面映出天光|the sky mirrored in still water`),
    composition: list(`广角远景，纵深感强|wide angle view with great depth
      三分法构图，低地平线|rule of thirds with a low horizon
      前景、中景、远景层次分明|clear foreground, middle ground and background`),
    mood: list(`辽阔宁静|vast and tranquil
      壮丽而安静|grand and quiet
      柔和而通透的色彩|soft luminous colors`),
    media: ['photo', 'painting', 'ink'],
  },
];

export const anySubject: Omit<Subject, 'words'> = {
  detail: list(`细节丰富|rich in detail
    材质与纹理清晰|clear materials and textures`),
  composition: list(`主体突出，背景简洁|a dominant subject on a simple background
    三分法构图|rule of thirds composition
    均衡的构图|balanced composition`),
  mood: list(`和谐的配色|harmonious palette
    宁静的氛围|tranquil atmosphere
    电影般的氛围|cinematic atmosphere`),
  media: ['photo', 'illustration', 'painting'],
};

export const lights: Record<Time | 'any', LocalizedText[]> = {
  night: list(`月光洒下|lit by moonlight
    暖色灯光与深蓝夜色相映|warm lamps against deep blue night
    远处灯火闪烁|lights twinkling in the distance`),
  edge: list(`黄金时刻的斜光|slanting golden hour light
    天边泛着余晖|afterglow on the horizon
    长长的影子|long shadows`),
  day: list(`明亮的自然光|bright natural light
    阳光穿过缝隙|sunlight breaking through
    阴天柔和的漫射光|soft diffused overcast light`),
  any: list(`柔和的侧光|soft side light
    黄金时刻的斜光|slanting golden hour light
    逆光勾出轮廓|backlight tracing the outline
    柔和的漫射光|soft diffused light`),
};

export const times: [Time, RegExp][] = [
  ['night', known('夜|月光|星空|霓虹|极光', 'night|midnight|moonlight|moonlit|starry|neon|aurora')],
  [
    'edge',
    known(
      '日出|日落|黄昏|傍晚|夕阳|晚霞|黎明|黄金时刻',
      'sunrise|sunset|dusk|dawn|twilight|golden hour',
    ),
  ],
  [
    'day',
    known(
      '白天|中午|下午|晴|阳光|阴天|雨',
      'day|noon|afternoon|sunny|sunlight|overcast|rain|rainy|daylight',
    ),
  ],
];

export const mediaOf: Record<Medium, LocalizedText[]> = {
  photo: list(`自然写实的摄影|natural realistic photography
    全画幅相机，五十毫米镜头|full-frame camera with a 50mm lens
    细腻的胶片质感|fine film texture`),
  painting: list(`油画，笔触可见|oil painting with visible brushwork
    水彩，颜色自然晕染|watercolor with soft color bleeds
    水粉，色块分明|gouache with distinct shapes of color`),
  ink: list(`水墨，浓淡相宜|ink wash with rich tonal gradation
    工笔，线条细劲|fine-line gongbi painting`),
  illustration: list(`精致的插画|refined illustration
    绘本风格的插图|picture book illustration
    扁平插画，线条干净|flat illustration with clean lines`),
  vector: list(`扁平矢量图，边缘锐利|flat vector art with crisp edges
    线描图形，粗细一致|line mark of even weight`),
  render: list(`概念艺术，细节精密|concept art with precise detail
    三维渲染，材质真实|3d render with realistic materials`),
};

/** By what a prompt shows that it says something of a slot already. */
export const said: Record<Slot, RegExp> = {
  detail: known('细节|纹理|质感|精细|精致', 'detailed|intricate|texture|detail|highly detailed'),
  light: known(
    '光(?!滑)|逆光|灯|明暗|阴影',
    'light|lighting|lit|backlit|backlight|sunlight|moonlight|shadow|glow|glowing|golden hour|rays?',
  ),
  medium: known(
    '画(?!面)|摄影|照片|插图|渲染|水彩|水墨|素描|卡通|动漫|像素|剪纸|版画|雕塑|海报|镜头|胶片|风格',
    'painting|photo|photograph|photography|illustration|render|rendering|watercolor|watercolour|sketch|drawing|cartoon|anime|pixel art|print|sculpture|poster|art|film|style|gouache|mm|ink',
  ),
  composition: known(
    '构图|特写|远景|全景|广角|俯|仰|居中|半身|全身|景深|视角|微距|留白',
    'composition|close-up|closeup|wide angle|wide shot|panorama|aerial|centered|portrait shot|half-body|full-body|depth of field|view|macro|angle|rule of thirds|bokeh|negative space',
  ),
  mood: known(
    '氛围|气氛|宁静|梦幻|神秘|浪漫|忧郁|色调|史诗|温馨|配色',
    'mood|atmosphere|tranquil|dreamy|mysterious|romantic|melancholy|tones?|epic|cozy|palette|serene|peaceful',
  ),
};

/** What an expansion writes, the dictionary can read back. */
export function phraseTerms(): Term[] {
  const groups = [...subjects, anySubject].flatMap((subject) => [
    ...subject.detail,
    ...subject.composition,
    ...subject.mood,
    ...(subject.light ?? []),
  ]);
  return [...groups, ...Object.values(lights).flat(), ...Object.values(mediaOf).flat()].map(
    ({ cn, en }) => ({ cn: [cn], en: [en] }),
  );
}
