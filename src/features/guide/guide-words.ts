import type { LocalizedText } from '../../domain/languages.ts';

/**
 * What the guide says around its cards. It may open a second after the first visit: waiting for the words of all pages
 * would cost more than the guide itself.
 */
export const guideWords = {
  title: { cn: '使用指引', en: 'How Kiln works' },
  carousel: { cn: '轮播', en: 'carousel' },
  back: { cn: '上一张', en: 'The card before' },
  next: { cn: '下一张', en: 'The next card' },
  pause: { cn: '停在这一张', en: 'Stay at this card' },
  goOn: { cn: '继续播放', en: 'Go on by itself' },
  begin: { cn: '开始使用', en: 'Begin' },
} as const satisfies Record<string, LocalizedText>;
