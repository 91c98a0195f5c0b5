import { expect, test } from 'vitest';
import { classifyStatus, type ErrorCode } from '../../../src/domain/errors.ts';
import { planForm } from '../../../src/features/playground/form-plan.ts';
import { formProblems } from '../../../src/features/playground/form-values.ts';
import { errorWords } from '../../../src/words/errors.ts';
import { modelItem, paintSchema } from '../../fixtures/models.ts';

/** Spec 1, section 8: its keys, what stands for them here, and what a person reads. */
const keys: readonly [key: string, code: ErrorCode, title: string][] = [
  ['ukerror', 'login-required', 'Please sign in'],
  ['toomanyrequests', 'too-many-requests', 'Too many requests at once'],
  ['generateError, of a job that failed', 'engine-failed', "It couldn't be made"],
  ['generateError, where nobody answers', 'network', 'The connection dropped'],
  ['checkError', 'bad-answer', "The answer couldn't be read"],
];

test.each(keys)('the key %s is %s here', (_key, code, title) => {
  expect(errorWords[code].title.message).toBe(title);
});

test.each([
  [403, 'login-required'],
  [429, 'too-many-requests'],
  [600, 'nsfw-content'],
  [560, 'nsfw-content'],
  [601, 'nsfw-system'],
  [561, 'nsfw-system'],
  [602, 'not-enough-credits'],
  [562, 'not-enough-credits'],
] as const)('the status %i is %s, which has words of its own', (status, code) => {
  expect(classifyStatus(status).code).toBe(code);
  expect(errorWords[code].advice.message).toBeTruthy();
});

test('NoPromptErr is found by the form itself', () => {
  const problems = formProblems(
    paintSchema,
    planForm(paintSchema, modelItem()),
    { prompt: ' ' },
    [],
  );
  expect(problems.map(({ field, reason }) => [field.role, reason])).toContainEqual([
    'prompt',
    'required',
  ]);
});
