import { expect, test } from 'vitest';

import { opensSurvey, surveyRestMs } from '../../../src/domain/careers.ts';

const day = 86_400_000;

test.each<[string, Parameters<typeof opensSurvey>, boolean]>([
  ['whoever was never asked', [null, null, 100 * day], true],
  ['whoever has answered', [null, 3, 100 * day], false],
  ['whoever closed it yesterday', [99 * day, null, 100 * day], false],
  ['whoever closed it thirty days ago', [100 * day - surveyRestMs, null, 100 * day], true],
  ['whoever closed it in what is now the future', [101 * day, null, 100 * day], true],
])('the survey and %s', (_who, asked, opens) => {
  expect(opensSurvey(...asked)).toBe(opens);
});
