import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconApps,
  IconBackground,
  IconBadge,
  IconBrush,
  IconBoxPadding,
  IconColorSwatch,
  IconCube,
  IconEraser,
  IconHanger,
  IconHighlight,
  IconLayoutCollage,
  IconMicrophone,
  IconMicrophone2,
  IconMovie,
  IconMusic,
  IconPalette,
  IconPhotoEdit,
  IconPhotoSpark,
  IconResize,
  IconSchool,
  IconScissors,
  IconScribble,
  IconShape,
  IconShoppingBag,
  IconTextSize,
  IconTypography,
  IconVectorSpline,
  IconVideo,
  IconVolume,
  IconWand,
  type Icon,
} from '@tabler/icons-react';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { ToolEntry, ToolGroup, ToolMode } from '../domain/tool-entries.ts';

export interface ToolWords {
  /** A short noun or verb for rails, chips and titles. */
  label: MessageDescriptor;
  /** One line: what goes in, what comes out. It is true of every model: the weakest one keeps it, too. */
  blurb: MessageDescriptor;
  icon: Icon;
}

/** Every generator type of the specification; which of them show is decided by the model list. */
export const toolWords: Readonly<Record<GeneratorType, ToolWords>> = {
  Text2Img: {
    label: msg({ message: 'Text to image', comment: 'Name of a tool' }),
    blurb: msg`Describe a picture and have it made.`,
    icon: IconPhotoSpark,
  },
  Txt2Video: {
    label: msg({ message: 'Text to video', comment: 'Name of a tool' }),
    blurb: msg`Describe a scene and have it filmed.`,
    icon: IconVideo,
  },
  Txt2Logo: {
    label: msg({ message: 'Logo from words', comment: 'Name of a tool' }),
    blurb: msg`A name and a few words become a logo.`,
    icon: IconBadge,
  },
  Img2Logo: {
    label: msg({ message: 'Logo from a picture', comment: 'Name of a tool' }),
    blurb: msg`A picture or sketch becomes a logo.`,
    icon: IconVectorSpline,
  },
  Img2Img: {
    label: msg({ message: 'Image to image', comment: 'Name of a tool' }),
    blurb: msg`Give a picture another look with words.`,
    icon: IconPhotoEdit,
  },
  ImgColorization: {
    label: msg({ message: 'Colourise', comment: 'Name of a tool, a verb' }),
    blurb: msg`Give a black and white photo colour.`,
    icon: IconColorSwatch,
  },
  PhotoStylization: {
    label: msg({ message: 'Photo styles', comment: 'Name of a tool' }),
    blurb: msg`Turn a photo into ink, pencil or paint.`,
    icon: IconPalette,
  },
  ProductImg: {
    label: msg({ message: 'Product picture', comment: 'Name of a tool' }),
    blurb: msg`Put a product on a fitting backdrop.`,
    icon: IconShoppingBag,
  },
  ModelReplace: {
    label: msg({
      message: 'Swap the model',
      comment: 'Name of a tool; the model is a person who wears clothes',
    }),
    blurb: msg`Keep the clothes, or whoever wears them. The rest changes.`,
    icon: IconHanger,
  },
  Inpainting: {
    label: msg({ message: 'Inpaint', comment: 'Name of a tool, a verb' }),
    blurb: msg`Mark a spot and have it painted anew.`,
    icon: IconHighlight,
  },
  EraseImg: {
    label: msg({ message: 'Erase', comment: 'Name of a tool, a verb' }),
    blurb: msg`Brush over something to make it vanish.`,
    icon: IconEraser,
  },
  Outpainting: {
    label: msg({
      message: 'Extend',
      comment: 'Name of a tool, a verb: enlarge a picture past its edges',
    }),
    blurb: msg`Let a picture go on past its edges.`,
    icon: IconBoxPadding,
  },
  Upscaling: {
    label: msg({ message: 'Upscale', comment: 'Name of a tool, a verb' }),
    blurb: msg`Make a small picture larger.`,
    icon: IconResize,
  },
  Restore: {
    label: msg({ message: 'Restore', comment: 'Name of a tool, a verb: repair a photo' }),
    blurb: msg`Get more out of a worn or blurred photo.`,
    icon: IconWand,
  },
  RemoveBg: {
    label: msg({ message: 'Cut out', comment: 'Name of a tool, a verb: remove the background' }),
    blurb: msg`Remove the background, keep the subject.`,
    icon: IconBackground,
  },
  RemoveObj: {
    label: msg({ message: 'Remove an object', comment: 'Name of a tool' }),
    blurb: msg`Mark a thing and have it taken away.`,
    icon: IconScissors,
  },
  Scribbling: {
    label: msg({ message: 'Scribble', comment: 'Name of a tool, a verb' }),
    blurb: msg`A quick drawing becomes a picture in colour.`,
    icon: IconScribble,
  },
  Condition: {
    label: msg({ message: 'Follow a shape', comment: 'Name of a tool' }),
    blurb: msg`The outlines of a picture, as a draft for another.`,
    icon: IconShape,
  },
  Img2Video: {
    label: msg({ message: 'Image to video', comment: 'Name of a tool' }),
    blurb: msg`Make a still picture move.`,
    icon: IconMovie,
  },
  Text2Voice: {
    label: msg({ message: 'Text to voice', comment: 'Name of a tool' }),
    blurb: msg`Have your words read aloud.`,
    icon: IconMicrophone,
  },
  VideoVoice: {
    label: msg({ message: 'Video with voice', comment: 'Name of a tool' }),
    blurb: msg`Give a video a sound of its own.`,
    icon: IconVolume,
  },
  GenMusic: {
    label: msg({ message: 'Music', comment: 'Name of a tool' }),
    blurb: msg`Describe a mood and hear it played.`,
    icon: IconMusic,
  },
  Train: {
    label: msg({ message: 'Train a style', comment: 'Name of a tool' }),
    blurb: msg`Teach a style with your own pictures.`,
    icon: IconSchool,
  },
  Apps: {
    label: msg({ message: 'Apps', comment: 'Name of a tool: ready-made templates' }),
    blurb: msg`Ready-made recipes with few questions.`,
    icon: IconApps,
  },
};

/** Ways of using a tool that have an entry of their own. */
const modeWords: Readonly<Record<ToolMode, ToolWords>> = {
  same_style: {
    label: msg({
      message: 'Same style',
      comment: 'Name of a tool: one picture in the style of another',
    }),
    blurb: msg`Give a picture the colours and light of another.`,
    icon: IconBrush,
  },
  combine: {
    label: msg({ message: 'Combine pictures', comment: 'Name of a tool' }),
    blurb: msg`Make one picture of several.`,
    icon: IconLayoutCollage,
  },
  poster_lite: {
    label: msg({ message: 'Text poster Lite', comment: 'Name of a tool' }),
    blurb: msg`Large words over a painted scene, quickly.`,
    icon: IconTextSize,
  },
  poster_pro: {
    label: msg({ message: 'Text poster Pro', comment: 'Name of a tool' }),
    blurb: msg`A poster with more layouts, typefaces and small print.`,
    icon: IconTypography,
  },
  '3d': {
    label: msg({ message: '3D', comment: 'Name of a tool: a picture becomes a solid' }),
    blurb: msg`A picture becomes a model that can be turned.`,
    icon: IconCube,
  },
  voice_clone: {
    label: msg({ message: 'Voice clone', comment: 'Name of a tool' }),
    blurb: msg`Have words read in the voice of a recording.`,
    icon: IconMicrophone2,
  },
};

export function entryWords({ type, mode }: Pick<ToolEntry, 'type' | 'mode'>): ToolWords {
  return mode === null ? toolWords[type] : modeWords[mode];
}

export const toolGroupWords: Readonly<Record<ToolGroup, MessageDescriptor>> = {
  create: msg({
    message: 'Create',
    comment: 'Group of tools: pictures and logos from words or lines',
  }),
  edit: msg({ message: 'Change a picture', comment: 'Group of tools' }),
  improve: msg({
    message: 'Improve a picture',
    comment: 'Group of tools: enlarge, clean, cut out',
  }),
  motion: msg({ message: 'Video and 3D', comment: 'Group of tools' }),
  sound: msg({ message: 'Sound', comment: 'Group of tools: music and voices' }),
  own: msg({ message: 'Your own', comment: 'Group of tools: trained styles and apps' }),
};
