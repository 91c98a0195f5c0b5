import type { ManifestOptions } from 'vite-plugin-pwa';
import { protocolName } from './domain/protocol-links.ts';
import { shareFields, sharePath } from './domain/shares.ts';

/** Members of the W3C manifest that the plugin's types don't know yet. */
interface LocalizedText {
  [language: string]: string;
}
interface LocalizedShortcut {
  name_localized?: LocalizedText;
}
type KilnManifest = Partial<ManifestOptions> & {
  description_localized: LocalizedText;
  shortcuts: (NonNullable<ManifestOptions['shortcuts']>[number] & LocalizedShortcut)[];
};

const ground = '#15100c';

/**
 * What an installer shows before somebody installs, in the manifest's own language; `npm run screenshots`
 * takes them. Phones offer the narrow ones, desktops the wide ones.
 */
const screenshots = [
  { name: 'home', label: '写下想法，放进窑里' },
  { name: 'playground', label: '一句话，一张图' },
  { name: 'history', label: '作品都在这台设备上' },
  { name: 'queue', label: '断了网，任务也不会丢' },
].flatMap(({ name, label }) => [
  {
    src: `/screenshots/narrow-${name}.webp`,
    sizes: '780x1688',
    type: 'image/webp',
    form_factor: 'narrow' as const,
    label,
  },
  {
    src: `/screenshots/wide-${name}.webp`,
    sizes: '1440x900',
    type: 'image/webp',
    form_factor: 'wide' as const,
    label,
  },
]);

/**
 * The web app manifest. Its words stand outside Lingui because the browser reads them before any code
 * runs: Chinese is the product's default language, English comes as the localised variant.
 */
export const manifest: KilnManifest = {
  // Never change the id: it is what makes an update an update and not a second app.
  id: '/',
  name: 'Kiln 窑',
  short_name: 'Kiln',
  description: '写下想法，放进窑里，回来时已经烧好。没有网络也能用的 AI 创作室。',
  description_localized: {
    en: 'Write an idea, put it in, come back when it is fired. An AI studio that works without a network.',
  },
  lang: 'zh-CN',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // On desktops the app's own bar may take the place of the window's.
  display_override: ['window-controls-overlay', 'standalone', 'minimal-ui'],
  orientation: 'any',
  theme_color: ground,
  background_color: ground,
  categories: ['photo', 'graphics', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    {
      src: '/icons/monochrome-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'monochrome',
    },
  ],
  screenshots,
  share_target: {
    action: sharePath,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: shareFields.title,
      text: shareFields.text,
      url: shareFields.url,
      files: [{ name: shareFields.files, accept: ['image/*'] }],
    },
  },
  file_handlers: [
    {
      action: '/generate',
      accept: {
        'image/png': ['.png'],
        'image/jpeg': ['.jpg', '.jpeg'],
        'image/webp': ['.webp'],
        'image/gif': ['.gif'],
        'image/bmp': ['.bmp'],
      },
    },
  ],
  protocol_handlers: [{ protocol: protocolName, url: '/open?link=%s' }],
  // A second window beside the one that is open would be two forms of one draft.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  shortcuts: [
    {
      name: '生成图片',
      short_name: '生成',
      name_localized: { en: 'Make a picture' },
      url: '/generate/Text2Img',
      icons: [{ src: '/icons/shortcut-generate.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: '队列',
      name_localized: { en: 'Queue' },
      url: '/queue',
      icons: [{ src: '/icons/shortcut-queue.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: '我的作品',
      short_name: '作品',
      name_localized: { en: 'My works' },
      url: '/history',
      icons: [{ src: '/icons/shortcut-history.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
};
