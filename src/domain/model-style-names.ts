import type { LocalizedText } from './languages.ts';
import type { ModelStyle } from './model.ts';

/** What the bents of models are called. By themselves, because the poller knows models and shows none. */
export const modelStyleNames: Readonly<Record<ModelStyle, LocalizedText>> = {
  'all-round': { cn: '全能', en: 'All-round' },
  photo: { cn: '写实摄影', en: 'Photographic' },
  illustration: { cn: '插画', en: 'Illustration' },
  anime: { cn: '动漫与卡通', en: 'Anime and cartoon' },
};
