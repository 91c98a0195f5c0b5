import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { putOwnCache } from '../../../../src/db/keep-answers.ts';
import { ledgerTypeDetails, ledgerTypes } from '../../../../src/domain/credits.ts';
import { Ledger } from '../../../../src/features/account/Ledger.tsx';
import { formatClock } from '../../../../src/words/intl.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

beforeEach(freshDevice);
afterEach(closeScreen);

test('without a network the credit list says how old it is by this device’s clock, as everything kept does', async () => {
  const entry = {
    id: 1,
    type: ledgerTypes.income,
    typeDetail: ledgerTypeDetails.registrationReward,
    amount: 50,
    balanceAfter: 50,
    jobType: null,
    createdAtMs: Date.now() - 86_400_000,
  };
  const heardAtMs = Date.now() - 3_600_000;
  await putOwnCache(owner, 'ledger', { entries: [entry], total: 1 }, heardAtMs);
  openScreen({ path: '/me', component: () => <Ledger online={false} balance={50} /> });
  const told = `As of ${formatClock(heardAtMs, Date.now(), 'en')}`;
  await expect.element(page.getByText(told, { exact: true })).toBeVisible();
});
