import { msg } from '@lingui/core/macro';
import {
  IconAdjustmentsSpark,
  IconEyeSpark,
  IconHistory,
  IconListDetails,
  IconPhotoSearch,
  IconLanguage,
  IconTags,
  IconTextPlus,
} from '@tabler/icons-react';
import { makesSound } from '../../../domain/generator-types.ts';
import { acceptedTypes } from '../../../domain/source-limits.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import type { HelpKind } from './ask-for-help.ts';
import { Helper } from './Helper.tsx';
import { PromptHistory } from './PromptHistory.tsx';
import type { PromptSurroundings, PromptTool, PromptToolProps } from './prompt-tool.ts';

const KeywordSheet = lazyWithWords(() =>
  import('../keywords/KeywordSheet.tsx').then((module) => module.KeywordSheet),
);

const WildcardTool = lazyWithWords(() =>
  import('../own-words/WildcardTool.tsx').then((module) => module.WildcardTool),
);

const helperFor = (kind: HelpKind) => (props: PromptToolProps) => <Helper kind={kind} {...props} />;

const SettingsFromPicture = lazyWithWords(() =>
  import('../recall/SettingsFromPicture.tsx').then((module) => module.SettingsFromPicture),
);

const wordsOf = ({ bench }: PromptSurroundings) =>
  String(bench.values[bench.plan?.prompt?.name ?? ''] ?? '');

/** A word list makes "龙 over 大海" of a sentence: it stands in where a model fails, and is not offered by itself. */
const translates = ({ hasPlatform, abilities }: PromptSurroundings) =>
  hasPlatform && abilities?.translate === 'model';

const takesPictures = ({ bench: { plan, model } }: PromptSurroundings) =>
  plan !== null &&
  plan.sources.some(({ role }) => role === 'source') &&
  acceptedTypes(model.accept_types).some((type) => type.startsWith('image/'));

/** The row at the prompt, in its order. A tool is an entry here. */
export const promptTools: readonly PromptTool[] = [
  {
    key: 'expand',
    label: () => msg({ message: 'Expand', comment: 'Button: add to a prompt what it leaves open' }),
    icon: IconTextPlus,
    // What is read aloud or played has no light and no background.
    fits: ({ hasPlatform, bench }) => hasPlatform && !makesSound(bench.type),
    needsNetwork: true,
    Part: helperFor('expand'),
  },
  {
    key: 'to-english',
    label: () => msg({ message: 'To English', comment: 'Button: translate the prompt' }),
    icon: IconLanguage,
    fits: (around) => translates(around) && /\p{Script=Han}/u.test(wordsOf(around)),
    needsNetwork: true,
    Part: helperFor('to-english'),
  },
  {
    key: 'to-chinese',
    label: () => msg({ message: 'To Chinese', comment: 'Button: translate the prompt' }),
    icon: IconLanguage,
    fits: (around) => translates(around) && /\p{Script=Latin}{2}/u.test(wordsOf(around)),
    needsNetwork: true,
    Part: helperFor('to-chinese'),
  },
  {
    key: 'optimize',
    label: () =>
      msg({ message: 'Optimise', comment: 'Button: better words and settings for a request' }),
    icon: IconAdjustmentsSpark,
    fits: ({ hasPlatform, bench }) => hasPlatform && bench.model.place === 'platform',
    needsNetwork: true,
    Part: helperFor('optimize'),
  },
  {
    key: 'describe',
    label: ({ describer }) =>
      describer?.sees
        ? msg({ message: 'Describe the picture', comment: 'Button: a picture becomes a prompt' })
        : msg({
            message: 'Colours and light',
            comment:
              'Button: says in words what can be measured of a picture, where nobody can look at it',
          }),
    icon: IconEyeSpark,
    fits: (around) => around.describer !== null && takesPictures(around),
    needsNetwork: true,
    Part: helperFor('describe'),
  },
  {
    key: 'keywords',
    label: () =>
      msg({ message: 'Keywords', comment: 'Button: opens a catalogue of words for the prompt' }),
    icon: IconTags,
    // What is read aloud or played has no light and no lens.
    fits: ({ bench }) => !makesSound(bench.type),
    Part: KeywordSheet,
  },
  {
    key: 'history',
    label: () => msg({ message: 'Prompts', comment: 'Button: earlier prompts, and ideas' }),
    icon: IconHistory,
    Part: PromptHistory,
  },
  {
    key: 'wildcards',
    label: () => msg({ message: 'Word lists', comment: 'Button: lists of words for prompts' }),
    icon: IconListDetails,
    fits: ({ bench }) => !makesSound(bench.type),
    Part: WildcardTool,
  },
  {
    key: 'settings-from-picture',
    label: () =>
      msg({
        message: 'Settings of a picture',
        comment: 'Button: reads the settings that a picture file carries',
      }),
    icon: IconPhotoSearch,
    fits: ({ bench }) => !makesSound(bench.type),
    Part: SettingsFromPicture,
  },
];
