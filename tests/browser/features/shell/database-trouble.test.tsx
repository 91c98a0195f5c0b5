import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  DatabaseOpenError,
  databaseOpenReasons,
  db,
  openDatabase,
  type DatabaseOpenReason,
} from '../../../../src/db/database.ts';
import { DatabaseTrouble } from '../../../../src/features/shell/DatabaseTrouble.tsx';
import { activateLanguage } from '../../../../src/i18n.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

/** What a page that may not keep anything, or can't, says instead of itself (spec 1, section 8). */

interface Said {
  title: [en: string, cn: string];
  advice: [en: RegExp, cn: RegExp];
  way: [en: string, cn: string];
}
const reload: Said['way'] = ['Reload', '刷新'];
const said: Record<DatabaseOpenReason, Said> = {
  unavailable: {
    title: ['Kiln may not store anything here', '这里不允许 Kiln 存储数据'],
    advice: [/Leave private browsing, or allow storage/, /无痕/],
    way: reload,
  },
  'newer-version': {
    title: ['A newer Kiln wrote your data', '你的数据来自更新版的 Kiln'],
    advice: [/Your works are safe/, /作品/],
    way: ['Get the new version', '获取新版本'],
  },
  blocked: {
    title: ['Another tab is still using an older Kiln', '另一个标签页还在用旧版 Kiln'],
    advice: [/Close the other Kiln tabs/, /标签页/],
    way: reload,
  },
  'storage-full': {
    title: ['This device is full', '这台设备满了'],
    advice: [/Free some space and reload/, /空间/],
    way: reload,
  },
  corrupted: {
    title: ['The store on this device does not open', '这台设备上的存储打不开'],
    advice: [/Reload first/, /刷新/],
    way: reload,
  },
};

afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

/** Why the database does not open in a browser that answers so. */
async function reasonOf(name: string): Promise<DatabaseOpenReason> {
  db.close();
  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('no', name);
  });
  const error = await openDatabase().catch((reason: unknown) => reason);
  open.mockRestore();
  db.close();
  return error instanceof DatabaseOpenError ? error.reason : 'corrupted';
}

test('a private window, a full disk and a broken store each say what is safe and what to do, in both languages', async () => {
  expect(await reasonOf('SecurityError')).toBe('unavailable');
  expect(await reasonOf('InvalidStateError')).toBe('unavailable');
  expect(await reasonOf('QuotaExceededError')).toBe('storage-full');
  expect(await reasonOf('DataError')).toBe('corrupted');
  await activateLanguage('cn');
  const deleted = vi.fn(() => new Promise<void>(() => {}));
  for (const reason of databaseOpenReasons) {
    const never = () => new Promise<void>(() => {});
    openScreen({
      path: '/',
      component: () => (
        <DatabaseTrouble
          reason={reason}
          onDeleteEverything={deleted}
          untilOpened={never}
          getNewVersion={never}
        />
      ),
    });
    for (const [at, language] of (['en', 'cn'] as const).entries()) {
      await activateLanguage(language);
      const { title, advice, way } = said[reason];
      await expect.element(page.getByRole('heading', { level: 1, name: title[at] })).toBeVisible();
      await expect.element(page.getByText(advice[at]!).first()).toBeVisible();
      await expect.element(page.getByRole('button', { name: way[at]! })).toBeVisible();
      expect(document.body.innerText).not.toMatch(/Error|indexedDB/i);
    }
  }
  // The last way out is asked about first, and can be left.
  openScreen({
    path: '/',
    component: () => (
      <DatabaseTrouble
        reason="corrupted"
        onDeleteEverything={deleted}
        untilOpened={() => Promise.resolve()}
        getNewVersion={() => Promise.resolve()}
      />
    ),
  });
  const start = page.getByRole('button', { name: 'Start empty on this device' });
  await start.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(deleted).not.toHaveBeenCalled();
  await start.click();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  expect(deleted).toHaveBeenCalledOnce();
});
