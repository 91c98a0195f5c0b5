import type { GeneratorType } from '../../src/domain/generator-types.ts';
import { groupOf, toolEntries, toolGroups } from '../../src/domain/tool-entries.ts';
import type { ToolEntry, ToolGroup, ToolMode } from '../../src/domain/tool-entries.ts';
import { builtinTools } from '../../server/workshop/tools.ts';
import { modelItem } from '../fixtures/models.ts';
import { enter } from './fixtures/enter.ts';
import { expectNoSidewaysScroll, expectOneLanguage, expectTouchable } from './fixtures/inspect.ts';
import { Newcomer, ToolForm } from './fixtures/newcomer.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { loadWords } from './fixtures/words.ts';

/** Names as the tool list has them; in Chinese they are what the catalogue makes of these. */
const names: Readonly<Record<GeneratorType | Exclude<ToolMode, 'voice_clone'>, string>> = {
  Text2Img: 'Text to image',
  Txt2Video: 'Text to video',
  Txt2Logo: 'Logo from words',
  Img2Logo: 'Logo from a picture',
  Img2Img: 'Image to image',
  ImgColorization: 'Colourise',
  PhotoStylization: 'Photo styles',
  ProductImg: 'Product picture',
  ModelReplace: 'Swap the model',
  Inpainting: 'Inpaint',
  EraseImg: 'Erase',
  Outpainting: 'Extend',
  Upscaling: 'Upscale',
  Restore: 'Restore',
  RemoveBg: 'Cut out',
  RemoveObj: 'Remove an object',
  Scribbling: 'Scribble',
  Condition: 'Follow a shape',
  Img2Video: 'Image to video',
  Text2Voice: 'Text to voice',
  VideoVoice: 'Video with voice',
  GenMusic: 'Music',
  Train: 'Train a style',
  Apps: 'Apps',
  same_style: 'Same style',
  combine: 'Combine pictures',
  poster_lite: 'Text poster Lite',
  poster_pro: 'Text poster Pro',
  '3d': '3D',
};

const groupNames: Readonly<Record<ToolGroup, string>> = {
  create: 'Create',
  edit: 'Change a picture',
  improve: 'Improve a picture',
  motion: 'Video and 3D',
  sound: 'Sound',
  own: 'Your own',
};

/** What a tool makes is a picture where nothing else is said. */
const films: readonly GeneratorType[] = ['Txt2Video', 'Img2Video', 'VideoVoice'];
const sounds: readonly GeneratorType[] = ['GenMusic', 'Text2Voice'];

const prompts = { cn: '秋天的湖，日落', en: 'a lake in autumn, sunset' };
const lines = { cn: '山月', en: 'Moon' };

const entries = toolEntries(builtinTools.map(({ model }, value) => modelItem({ ...model, value })));

/** The model that the entry opens with. */
const modelOf = ({ type, model }: ToolEntry): string =>
  model ?? builtinTools.find((tool) => tool.model.type.split(',').includes(type))!.model.model;

/** Each tool once: `KILN_ALL_FORMS=1`. */
const turns = process.env.KILN_ALL_FORMS === undefined ? 4 : 2;

const walks: readonly (readonly ToolGroup[])[] = [
  ['create', 'improve'],
  ['edit'],
  ['motion', 'sound', 'own'],
];

for (const [language, locale, tag, where] of [
  ['cn', 'zh-CN', '@phone', 'on a phone in Chinese'],
  ['en', 'en-US', '@desktop', 'on a desktop in English'],
] as const) {
  test.describe(where, { tag }, () => {
    test.use({ locale });

    test('every tool and every mode that a model serves is in the list, by groups', async ({
      page,
    }) => {
      const words = await loadWords(language);
      await page.goto('/generate/Text2Img');
      const isPhone = tag === '@phone';
      if (isPhone) await page.getByRole('button', { name: words('All tools') }).click();
      const list = isPhone
        ? page.getByRole('dialog')
        : page.getByRole('navigation', { name: words('Tools') });
      await expect(list.getByRole('link', { includeHidden: true })).toHaveCount(entries.length);
      const shown = await list.getByRole('link', { includeHidden: true }).allTextContents();
      const inOrder = toolGroups.flatMap((group) =>
        entries.filter((entry) => groupOf(entry) === group),
      );
      for (const [at, { type, mode }] of inOrder.entries()) {
        expect(shown[at]).toContain(words(names[(mode ?? type) as keyof typeof names]));
      }
    });

    for (const groups of walks) {
      // By turns on a phone in Chinese and on a desktop in English, of each four tools one and one: more take too long.
      // Each tool makes a picture in every-tool.test.ts.
      const walked = entries
        .filter((entry) => groups.includes(groupOf(entry)))
        .filter((_entry, at) => at % turns === (tag === '@phone' ? 0 : turns / 2));
      test(`a newcomer gets from the empty form to the finished work: ${walked.map(({ type, mode }) => mode ?? type).join(', ')}`, async ({
        page,
        platform,
        words,
        isMobile,
      }) => {
        test.setTimeout(480_000);
        const account = await enter(page, platform, words);
        const studio = createStudio(page, words);
        const newcomer = new Newcomer(studio, words, isMobile);
        await page.goto('/generate');
        const known = [account.session.user.account, prompts[language]];
        const look = (what: string) => expectOneLanguage(page, language, what, known);

        for (const entry of walked) {
          const { type, mode } = entry;
          const name = words(names[(mode ?? type) as keyof typeof names]);
          await test.step(name, async () => {
            const form = new ToolForm(modelOf(entry), type, words);
            await newcomer.openTool(entry, name, words(groupNames[groupOf(entry)]));
            const worksBefore = (await account.works()).length;
            // Modes of one tool begin with what was given to the one before.
            if (mode !== null) await newcomer.clear(form);

            // What another mode of the tool has made is not on this one's stage.
            await expect(studio.result.getByRole('heading', { level: 2 })).toBeVisible();
            await expect(studio.result.getByRole('figure')).toHaveCount(0);

            // Pressed at once, it says what is missing and leads there.
            await studio.generate();
            await expect(newcomer.reasons).toHaveCount(form.needs.length);
            for (const [at, need] of form.needs.entries()) {
              if (at > 0) await newcomer.reasons.nth(at).click();
              await newcomer.expectFocus(need);
              await newcomer.leaveSettings();
            }
            await look(`the empty form of ${name}`);

            for (const need of form.needs)
              await newcomer.fill(need, need.kind === 'line' ? lines[language] : prompts[language]);
            await expect(newcomer.reasons).toHaveCount(0);
            const panel = await newcomer.openSettings();
            await newcomer.chooseLeast(form, panel);
            await look(`the settings of ${name}`);
            if (isMobile) {
              await expectNoSidewaysScroll(page, `the settings of ${name}`);
              await expectTouchable(page, `the settings of ${name}`);
            }
            await newcomer.leaveSettings();
            await look(`the form of ${name}`);
            if (isMobile) {
              await expectNoSidewaysScroll(page, `the form of ${name}`);
              await expectTouchable(page, `the form of ${name}`);
            }

            await studio.generate();
            await expect
              .poll(async () => (await account.works()).length, { timeout: 2 * makingMs })
              .toBe(worksBefore + 1);
            const { prompt } = (await account.works()).at(-1)!;
            const model = form.tool.model;
            const title = prompt || (language === 'cn' ? model.label_cn : model.label_en);
            if (form.needs.some(({ kind }) => kind === 'prompt'))
              expect(prompt).toContain(prompts[language]);
            if (films.includes(type)) {
              const film = studio.result.locator('video');
              await expect(film).toHaveAccessibleName(title);
              await expect
                .poll(() => film.evaluate((element) => (element as HTMLVideoElement).videoWidth))
                .toBeGreaterThan(0);
            } else if (sounds.includes(type)) {
              const sound = studio.result.locator('audio');
              await expect(sound).toHaveAttribute('aria-label', title);
              await expect
                .poll(() => sound.evaluate((element) => (element as HTMLAudioElement).duration))
                .toBeGreaterThan(0.5);
            } else {
              await expectPainted(studio.pictureOf(title));
            }
            await look(`the work of ${name}`);
          });
        }

        // What was made has its place among the works.
        await page.goto('/history');
        await expect(studio.works()).toHaveCount(walked.length);
        await look('the works');
      });
    }
  });
}
