/** What the screenshots show: the words and seeds behind the pictures, and how each page is brought about. */

/** @typedef {'en' | 'cn'} Language */

/**
 * @typedef {object} Wish a picture to make
 * @property {string} prompt
 * @property {string} seed fixes the picture, so that a new set shows the same ones
 * @property {`${number} × ${number}`} size as the playground names it
 */

/** @type {Record<Language, { locale: string, account: string, made: Wish[], running: string, waiting: string[] }>} */
export const scenes = {
  en: {
    locale: 'en-US',
    account: 'marlow',
    // Oldest first: the last one is the result shown.
    made: [
      { prompt: 'Marble, deep blue and gold', seed: '11', size: '512 × 512' },
      { prompt: 'Peonies in watercolour, soft pastel', seed: '58', size: '512 × 512' },
      { prompt: 'City skyline at blue hour, lights on the river', seed: '27', size: '768 × 512' },
      { prompt: 'A birch forest in October, low golden sun', seed: '3', size: '512 × 768' },
      { prompt: 'A planet with rings in a bright nebula', seed: '58', size: '768 × 512' },
      { prompt: 'A cat watching the sunset over the sea', seed: '27', size: '512 × 512' },
      { prompt: 'A lighthouse in a storm at sea', seed: '104', size: '512 × 768' },
      {
        prompt: 'Hot air balloons over rolling green hills, early summer',
        seed: '27',
        size: '768 × 512',
      },
      { prompt: 'Northern lights over a snowy mountain lake', seed: '11', size: '1024 × 576' },
      {
        prompt: 'A sailboat on a calm lake at dawn, mist between the mountains',
        seed: '11',
        size: '768 × 512',
      },
    ],
    running: 'A pagoda among maples in autumn, evening mist',
    waiting: ['Tea fields after rain, first sun', 'A cabin under the stars, deep snow'],
  },
  cn: {
    locale: 'zh-CN',
    account: 'xiaoman',
    made: [
      { prompt: '大理石纹理，青绿与金', seed: '11', size: '512 × 512' },
      { prompt: '花束，水彩，夏日清晨', seed: '58', size: '512 × 512' },
      { prompt: '霓虹城市，雨夜', seed: '27', size: '768 × 512' },
      { prompt: '竹林深处，晨雾', seed: '3', size: '512 × 768' },
      { prompt: '星云里的行星，带着光环', seed: '58', size: '768 × 512' },
      { prompt: '海边，一只猫在看日落', seed: '27', size: '512 × 512' },
      { prompt: '水墨山水，红梅，江上一叶小舟', seed: '3', size: '512 × 768' },
      { prompt: '沙漠里的满月', seed: '27', size: '768 × 512' },
      { prompt: '极光下的雪山与湖', seed: '11', size: '1024 × 576' },
      { prompt: '雪山脚下的湖，清晨薄雾', seed: '27', size: '768 × 512' },
    ],
    running: '秋天的山寺，枫林，暮色里的雾',
    waiting: ['雨后的茶山，第一缕阳光', '大雪里的小木屋，满天星星'],
  },
};

/**
 * @typedef {object} Place a page to show
 * @property {string} name part of the file's name
 * @property {string} path
 */

/** Without the queue, which is shown with the network cut. @type {Place[]} */
export const places = [
  { name: 'home', path: '/' },
  { name: 'playground', path: '/generate/Text2Img' },
  { name: 'history', path: '/history' },
  { name: 'options', path: '/options' },
];

/** @typedef {{ name: 'phone' | 'desktop', width: number, height: number, scale: number }} Device */

/** Sizes in CSS pixels; a phone's pictures have twice as many. @type {Device[]} */
export const devices = [
  { name: 'phone', width: 390, height: 844, scale: 2 },
  { name: 'desktop', width: 1440, height: 900, scale: 1 },
];

export const schemes = /** @type {const} */ (['dark', 'light']);
