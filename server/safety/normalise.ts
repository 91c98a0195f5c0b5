/** Letters of other alphabets that look like Latin ones. */
const lookalikes: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ø: 'o',
  ł: 'l',
  ı: 'i',
};

const leet: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Traditional characters of the lists' words. */
const simplified: Record<string, string> = {
  愛: '爱',
  體: '体',
  姦: '奸',
  強: '强',
  亂: '乱',
  倫: '伦',
  兒: '儿',
  處: '处',
  陰: '阴',
  莖: '茎',
  頭: '头',
  蕩: '荡',
  賣: '卖',
  蘿: '萝',
  學: '学',
  誘: '诱',
  內: '内',
  點: '点',
  獸: '兽',
  戀: '恋',
  電: '电',
  輪: '轮',
  穢: '秽',
  絲: '丝',
  掛: '挂',
  婦: '妇',
  級: '级',
  黃: '黄',
  圖: '图',
  宮: '宫',
  顏: '颜',
  騷: '骚',
  脣: '唇',
  嬰: '婴',
  歲: '岁',
  氣: '气',
  脫: '脱',
  龜: '龟',
  場: '场',
  勢: '势',
  慾: '欲',
  裏: '里',
};

const replaceBy = (text: string, map: Record<string, string>): string =>
  [...text].map((character) => map[character] ?? character).join('');

/**
 * What a text says, whatever it is dressed up as: one width, one case, no accents, nothing invisible, Latin
 * letters for those that look the same, simplified characters.
 */
export function normalise(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC');
  return replaceBy(replaceBy(bare, lookalikes), simplified);
}

/**
 * The words of a text in lower case, each between spaces: ` a red vase `. Digits and signs that stand for
 * letters are letters, where a word has letters, too; letters that were spaced out come together.
 */
export function latinWords(normalised: string): string {
  const words = normalised
    .replaceAll(
      /(?<![\p{L}\p{N}])(?:\p{Script=Latin}[\s._*-]+){2,}\p{Script=Latin}(?![\p{L}\p{N}])/gu,
      (run) => run.replaceAll(/[\s._*-]/g, ''),
    )
    .replaceAll(/[\p{Script=Latin}\d@$!]*\p{Script=Latin}[\p{Script=Latin}\d@$!]*/gu, (word) =>
      replaceBy(word.replace(/!+$/, ''), leet),
    )
    // "pooorn"
    .replaceAll(/(\p{Script=Latin})\1{2,}/gu, '$1')
    .replaceAll(/[^\p{Script=Latin}\d]+/gu, ' ');
  return ` ${words.trim()} `;
}

/** The text for Chinese words, which know no spaces: signs inside it and spaces between single characters go. */
export function hanText(normalised: string): string {
  return normalised
    .replaceAll(/(?<=\p{Script=Han})[*_.\-·~|/+#]+(?=\p{Script=Han})/gu, '')
    .replaceAll(/(?<!\S)\p{Script=Han}(?:\s+\p{Script=Han})+(?!\S)/gu, (run) =>
      run.replaceAll(/\s/g, ''),
    );
}
