import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Every rule of spec 1, section 5, and every error of its section 8, and which test provokes it: most in a browser and
 * in both languages, what no page decides where it is decided.
 */

const root = path.resolve(import.meta.dirname, '../../..');
const playground = 'browser/features/playground';

type Row = [
  /** Section 5 or 8 in its own words, with its key where it has one. */
  said: string,
  /** What this product does. */
  does: string,
  ...provoked: [file: string, title: string][],
];

const rules: Row[] = [
  [
    'generation needs a signed-in user: ukerror, login dialog',
    'the sign-in opens; after it the request goes on, put off it stays in the form',
    [`${playground}/generate.test.tsx`, 'asks a guest to sign in, then goes on by itself'],
    [`${playground}/generate.test.tsx`, 'loses nothing when signing in is put off'],
  ],
  [
    'helpers need a signed-in user',
    'said in the place of the suggestion, with the sign-in',
    [`${playground}/helper-errors.test.tsx`, 'a guest is asked to sign in'],
  ],
  [
    'NoPromptErr: a prompt is required',
    'said before anything is sent, and leads to the field',
    [`${playground}/errors.test.tsx`, 'a prompt is required'],
    [`${playground}/form.test.tsx`, 'and each leads to its field'],
  ],
  [
    'NoPromptErr: describe and optimise check it, too',
    'optimising needs words, describing a picture; nothing is sent without',
    [`${playground}/helper-errors.test.tsx`, 'without a picture or without words a helper says'],
  ],
  [
    'Prompt is too long',
    'with the limit, and counted while one writes',
    [`${playground}/errors.test.tsx`, 'a prompt has a limit'],
    [`${playground}/form.test.tsx`, 'name a prompt that is too long and count what is too many'],
  ],
  [
    'an image is required; Please mark the area to be inpainted',
    'both named by their fields',
    [`${playground}/errors.test.tsx`, 'asks for one, and for what is to be marked'],
  ],
  [
    'a control type must be selected',
    'named by its field',
    [`${playground}/errors.test.tsx`, 'a control type is required'],
  ],
  [
    'an upload field is required: names the title',
    'as any other required field',
    [`${playground}/errors.test.tsx`, 'a field is required'],
    [`${playground}/form.test.tsx`, 'name a missing picture'],
  ],
  [
    'upload count within upload_limit',
    'said, and nothing is dropped from the form',
    [`${playground}/errors.test.tsx`, 'a list of pictures has more than the model takes'],
    [`${playground}/several-pictures.test.tsx`, 'are said before anything is sent'],
  ],
  [
    'Format Not Supported: types by accept_types',
    'for what is picked, dropped, pasted, linked and taken from the works',
    [`${playground}/generate.test.tsx`, 'that is none is refused in words'],
    [`${playground}/generate.test.tsx`, 'with a work whose format the model refuses says so'],
    [`${playground}/records.test.tsx`, 'and what does not fit is said'],
  ],
  [
    'small uploads as base64, larger ones as a URL with a 512 px parameter',
    'the platform takes both',
    ['node/server/specification-client.test.ts', 'a small picture may travel inside the request'],
    ['node/server/specification-client.test.ts', 'a larger picture goes as a URL with the 512 px'],
  ],
  [
    'allowed dimensions, the first where no source is',
    'only these are choices',
    ['node/features/playground/size-choices.test.ts', 'offers those and nothing else'],
    ['node/features/playground/offered-values.test.ts', 'refused where it is sent'],
  ],
  [
    'control types of the model’s list, else default or first',
    'the form keeps to them',
    ['node/features/playground/model-rules.test.ts', 'another one gives way to the default'],
  ],
  [
    'n in num_outputs',
    'only these are choices, and the platform holds a request against them',
    ['node/features/playground/form-values.test.ts', 'start as the model'],
    [
      'node/features/playground/form-values.test.ts',
      'where a chosen value no longer fits the model',
    ],
  ],
  [
    'LoRAs by lorabase; a chosen reloras in neither list is cleared',
    'let go of, which is said',
    [`${playground}/loras.test.tsx`, 'are those that fit the model'],
    [`${playground}/loras.test.tsx`, 'are let go of by a model that takes others, which is said'],
  ],
  [
    'Please enter valid width and height values; 100 to 4096',
    'said in the drawing dialog, the sheet stays',
    [`${playground}/drawing.test.tsx`, 'Please enter valid width and height values'],
  ],
  [
    'brush 1 to 50',
    'a slider, which takes nothing beyond its ends',
    ['browser/ui/kit.test.tsx', 'a number slider falls back to its least when emptied'],
  ],
  [
    'undo history 50',
    'older steps belong to the ground',
    ['node/features/playground/drawing.test.ts', 'fifty steps can be taken back'],
  ],
  [
    'download names sanitised and cut to 128',
    'of every download',
    ['browser/features/work/viewer.test.tsx', 'a long name is cut to 128 characters'],
  ],
  [
    'delete needs confirmation',
    'one goes into the bin and is undone by one press, and deleting for good is asked once',
    ['browser/features/history/bin.test.tsx', 'go for good after one question'],
    [
      'browser/features/history/history.test.tsx',
      'a work puts it into the bin, and is undone by one press',
    ],
  ],
  [
    'App name is required, a model, the required fields',
    'said at their fields before anything is sent; the platform holds to the same',
    ['e2e/apps.test.ts', 'without a name it is refused, and the field has the focus'],
    ['node/domain/apps.test.ts', 'a draft can be saved with a name, a model that is here'],
    ['node/server/people-apps.test.ts', 'without a name is refused by the words'],
  ],
];

const refused = `${playground}/refused.test.tsx`;
const errors: Row[] = [
  ['generate, 403: Please Login', 'the sign-in opens by itself', [refused, "answer: '403'"]],
  ['generate, 600 or 560: NSFW', 'Change it', [refused, '560, words that nothing is made from']],
  ['generate, 601 or 561: NSFW system error', 'Try again', [refused, '561, a check that broke']],
  ['generate, 602 or 562: credits', 'Claim credits and retry', [refused, '562, no credits']],
  ['generate, 429: toomanyrequests', 'tried again by itself', [refused, "answer: '429'"]],
  [
    'generate, 503 Model predict error: Refresh and try again',
    'OK reloads, Not now asks for the form anew',
    [refused, '503 of a model that broke'],
    [`${playground}/errors.test.tsx`, 'its form is asked for anew and keeps what was written'],
  ],
  [
    'generate, other non-200: silent',
    'not silent: tried again by itself, and says why',
    [refused, 'any other status'],
    [refused, 'a status that nobody knows'],
  ],
  [
    '600, 601, 602 as they are',
    'no browser can be given these by a test; the reading of them is held against the list',
    ['node/api/client.test.ts', "[600, 'nsfw-content']"],
  ],
  [
    'async: the server’s message; a faulted job: generateError',
    'by code, in the reader’s language',
    [refused, 'a job that failed says so'],
    [`${playground}/errors.test.tsx`, 'every error is said in words of the reader'],
  ],
  [
    'optimisation, expansion, translation: generateError, toomanyrequests on 429',
    'in the place of the suggestion; the words are as they were',
    [`${playground}/helper-errors.test.tsx`, "['Optimise', '/api/v2/optimize_params'"],
    [`${playground}/helper-errors.test.tsx`, '429 says when to try again'],
  ],
  [
    'describe: Failed to Generate, or the server’s message',
    'the same, by code',
    [`${playground}/helper-errors.test.tsx`, "['Describe the picture', '/api/v2/image2text'"],
  ],
  [
    'Img2textSucc, Finished',
    'the words are shown to be accepted; the result stands where it was waited for',
    ['e2e/community-tools.test.ts', 'a volunteer puts a picture into words'],
    [`${playground}/generate.test.tsx`, 'shows progress where the result appears'],
  ],
  [
    'Got response code N; field errors joined by |',
    'each reason on a line of its own, in the reader’s language',
    ['browser/words/refusals.test.tsx', 'a refused request says which setting and why in Chinese'],
  ],
  [
    'the local database does not open: disable private browsing',
    'a page of its own with the way out, for each reason',
    ['browser/features/shell/database-trouble.test.tsx', 'a private window, a full disk'],
    ['browser/db/database.test.ts', 'because the browser forbids storage says so'],
  ],
  [
    'the file upload failed; Upload Error, Retry again',
    'the request keeps its picture and says why',
    [refused, 'a picture that does not get there is said, and stays in the form'],
  ],
  [
    'checkError: Failed to check status',
    'asked for again by itself; nothing is lost or called failed',
    [refused, 'one whose state can’t be asked for is neither lost nor called failed'],
  ],
  [
    'Check the input',
    'a list of what is missing; each leads to its field',
    [`${playground}/form.test.tsx`, 'are a list of all of them once Generate was pressed'],
  ],
  [
    'DeleteError, Deleted',
    'the works come back and it is said above them',
    [
      'browser/features/history/history.test.tsx',
      'for good that the studio refuses brings the works back',
    ],
    ['browser/features/history/bin.test.tsx', 'go for good after one question'],
  ],
  [
    'Submited Error, Retry again',
    'a training is a request like any other',
    [`${playground}/errors.test.tsx`, 'every error is said in words of the reader'],
  ],
  [
    'outputs with an error message are kept with it and logged',
    'beside what did come; told by /api/v2/log without words of the person',
    [`${playground}/errors.test.tsx`, 'what came with an error, and what did not come, says why'],
    ['node/jobs/output-trouble.test.ts', 'err'],
    ['node/jobs/poller/send-reports.test.ts', 'what ended badly is told once'],
  ],
  [
    'the remote cache throws on non-OK HTTP',
    'the list says that it did not come, and is asked for again',
    [`${playground}/tag-suggestions.test.tsx`, 'that do not come are told of, and asked for again'],
    ['e2e/remote-cache.test.ts', 'served when the network is slow, broken or away'],
  ],
  [
    'publish failure: the server’s message, or a generic failure',
    'by code, where it was asked for; it waits in the queue',
    ['browser/features/gallery/publish.test.tsx', 'a refused one says why in words of the reader'],
  ],
];

describe.each([
  ['rule of section 5', rules],
  ['error of section 8', errors],
])('every %s is provoked by a test', (_section, rows) => {
  test.each(rows)('%s', async (_said, _does, ...provoked) => {
    expect(provoked.length).toBeGreaterThan(0);
    for (const [file, title] of provoked) {
      expect(await readFile(path.join(root, 'tests', file), 'utf8'), file).toContain(title);
    }
  });
});
