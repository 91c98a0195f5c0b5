import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  agreesToVolunteers,
  setAgreesToVolunteers,
} from '../../../../src/db/account/volunteers.ts';
import { getOwnSetting } from '../../../../src/db/settings.ts';
import {
  answerVolunteers,
  requestVolunteers,
  useVolunteersRequest,
} from '../../../../src/features/account/useVolunteersRequest.ts';
import { VolunteersDialog } from '../../../../src/features/account/VolunteersDialog.tsx';
import { Volunteers } from '../../../../src/features/options/Volunteers.tsx';
import { freshDevice, keepModels, owner } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

beforeEach(freshDevice);
afterEach(closeScreen);

function Asked() {
  const request = useVolunteersRequest();
  return (
    <>
      <VolunteersDialog
        opened={request !== null}
        place={request?.place ?? 'platform'}
        onDone={answerVolunteers}
      />
      <Volunteers />
    </>
  );
}

const dialog = () => page.getByRole('dialog', { name: /volunteers' computers/ });
const agree = () => dialog().getByRole('button', { name: 'Agree and go on' });

test('whoever agrees is asked once, may bring a key, and can change the answer in the options', async () => {
  await keepModels([modelItem(), modelItem({ value: 2, model: 'horde/Deliberate' })]);
  openScreen({ path: '/', component: Asked });

  const declined = requestVolunteers('horde');
  await expect.element(dialog().getByText('Strangers can see it')).toBeVisible();
  await dialog().getByRole('button', { name: 'Not now' }).click();
  expect(await declined).toBe(false);
  expect(await agreesToVolunteers(owner)).toBe(false);

  // Two ask at once: one question, and one answer for both.
  const both = Promise.all([requestVolunteers('horde'), requestVolunteers('horde')]);
  await dialog()
    .getByLabelText(/^Your own AI Horde key/)
    .fill(' a-key-of-my-own ');
  await agree().click();
  expect(await both).toEqual([true, true]);
  expect(await getOwnSetting(owner, 'hordeKey')).toBe('a-key-of-my-own');
  expect(await requestVolunteers('platform')).toBe(true);

  await expect.element(dialog()).not.toBeInTheDocument();
  const choice = page.getByRole('group', { name: "Volunteers' computers" });
  await expect.element(choice.getByRole('radio', { name: 'They may see it' })).toBeChecked();
  await choice.getByRole('radio', { name: 'Ask me first' }).click();
  await expect.poll(() => agreesToVolunteers(owner)).toBe(false);
});

test('a key that the platform cannot take just now keeps the question open, and nothing leaves', async () => {
  await setAgreesToVolunteers(owner, false);
  openScreen({ path: '/', component: Asked });
  const answer = requestVolunteers('platform');
  await dialog()
    .getByLabelText(/^Your own AI Horde key/)
    .fill('a-key');
  await agree().click();
  await expect.element(dialog().getByText(/could not be kept/)).toBeVisible();
  expect(await agreesToVolunteers(owner)).toBe(false);
  await dialog()
    .getByLabelText(/^Your own AI Horde key/)
    .fill('');
  await agree().click();
  expect(await answer).toBe(true);
});
