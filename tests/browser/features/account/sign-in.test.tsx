import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { headerNames } from '../../../../src/api/contract/endpoint.ts';
import { SignInForm } from '../../../../src/features/account/SignInForm.tsx';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

beforeEach(freshDevice);
afterEach(() => {
  vi.unstubAllGlobals();
  closeScreen();
});

async function registerAndHear(status: number, body: object, headers = {}) {
  const answer = () =>
    Promise.resolve(
      Response.json(body, { status, headers: { [headerNames.answer]: '1', ...headers } }),
    );
  vi.stubGlobal('fetch', answer);
  openScreen({
    path: '/',
    component: () => (
      <SignInForm mode="register" onMode={() => undefined} onSignedIn={() => undefined} />
    ),
  });
  await page.getByLabelText('Name', { exact: true }).fill('аlice');
  await page.getByLabelText('Password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('a password or a name that the platform refuses is explained at its own field, which is ready for another', async () => {
  const name = page.getByLabelText('Name', { exact: true });
  const password = page.getByLabelText('Password', { exact: true });
  const refuse = (field: string, reason: string) =>
    registerAndHear(400, { message: 'x', code: 'invalid-input', reasons: [{ field, reason }] });

  await refuse('password', 'guessable-password');
  await expect.element(password).toHaveAccessibleDescription(/among the first that are tried/);
  await expect.element(password).toHaveFocus();
  await refuse('password', 'name-in-password');
  await expect.element(password).toHaveAccessibleDescription(/Leave your name/);
  await refuse('account', 'mixed-scripts');
  await expect.element(name).toHaveAccessibleDescription(/different alphabets/);
  await expect.element(name).toHaveFocus();
});

test('a platform that is too busy to sign anybody in says when to try again, and keeps what was typed', async () => {
  await registerAndHear(503, { message: 'x', code: 'busy' }, { 'Retry-After': '20' });
  const told = page.getByRole('status').filter({ hasText: 'The studio is very busy right now' });
  await expect.element(told).toMatchTextContent(/Try again in 20 sec/);
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('аlice');
});
