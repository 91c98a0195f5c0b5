import type { LocalizedText } from '../../domain/languages.ts';
import type { GuideDrawingName } from './GuideDrawing.tsx';

export interface GuideCard {
  drawing: GuideDrawingName;
  title: LocalizedText;
  text: LocalizedText;
}

/** The nine cards of the guide, in the order in which one meets things. Written in each language, not translated. */
export const guideCards: readonly GuideCard[] = [
  {
    drawing: 'words',
    title: { cn: '写一句话', en: 'Write a sentence' },
    text: {
      cn: '画面里有什么，什么光线，什么心情。一句就够，越具体越像你想的。',
      en: 'What is in the picture, in which light, in which mood. One sentence is enough.',
    },
  },
  {
    drawing: 'tools',
    title: { cn: '或者换个工具', en: 'Or take another tool' },
    text: {
      cn: '二十多种：海报、标志、放大、修复、抠图、配乐、视频、3D……左边或最上面都能找到。',
      en: 'There are two dozen: posters, logos, upscaling, cut-outs, music, videos and 3D.',
    },
  },
  {
    drawing: 'picture',
    title: { cn: '放进一张图', en: 'Put a picture in' },
    text: {
      cn: '从相册选、当场拍、自己画，或者直接粘贴。图先存在这台设备上，什么都丢不了。',
      en: 'From your photos, from the camera, drawn by hand, or pasted. It is kept on this device first.',
    },
  },
  {
    drawing: 'door',
    title: { cn: '按下生成，就可以走开', en: 'Press Generate and walk away' },
    text: {
      cn: '每个请求只发一次，只扣一次积分。关掉页面也没关系，它会自己做完。',
      en: 'Each request leaves once and is charged once. Close the page: it goes on by itself.',
    },
  },
  {
    drawing: 'offline',
    title: { cn: '没有网络也能用', en: 'It works without a network' },
    text: {
      cn: '地铁里照样写、照样排队。一有网络就自己发出去，做好的作品随时能看。',
      en: 'Write and queue in a tunnel. It leaves by itself later, and your works open any time.',
    },
  },
  {
    drawing: 'queue',
    title: { cn: '进度都在队列里', en: 'The queue tells how it goes' },
    text: {
      cn: '谁在等、做到哪了、花了多少积分，一眼就知道。顺序可以拖，也可以取消。',
      en: 'What waits, how far it is, what it costs. Drag to change the order, or cancel.',
    },
  },
  {
    drawing: 'further',
    title: { cn: '做好了再接着改', en: 'Go on from what you have' },
    text: {
      cn: '放大、改一处、换个风格、并排比较，或者把几张连成一段视频。',
      en: 'Upscale it, repaint a part, change its style, compare, or join several into a video.',
    },
  },
  {
    drawing: 'gallery',
    title: { cn: '从别人的作品开始', en: 'Begin with somebody’s picture' },
    text: {
      cn: '画廊里喜欢哪件，就用同样的设置做一件。自己的作品也可以发布，或做成应用。',
      en: 'Take the settings of any picture in the gallery. Publish yours, or make an app of it.',
    },
  },
  {
    drawing: 'home',
    title: { cn: '作品留在你这里', en: 'What you make stays with you' },
    text: {
      cn: '作品存在你的设备上，能整理成相册，也能打包带走。装到主屏幕，打开更快。',
      en: 'Your works lie on your device, in albums, and leave as one file whenever you like.',
    },
  },
];
