import { useLingui } from '@lingui/react/macro';
import { IconCloudUp, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { releaseOriginals } from '../../db/works/device-copies.ts';
import { pinOriginals, unpinOriginals } from '../../db/works/originals.ts';
import type { WorkRow } from '../../db/schema.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { showToast } from '../../ui/toast.ts';
import { errorWords } from '../../words/errors.ts';

/** Whether a work's full size is to stay on this device, or may go. */
export function useKeepActions(): (work: WorkRow) => MenuAction[] {
  const { t, i18n } = useLingui();
  const { wakeQueue } = useAppActions();

  async function change(write: () => Promise<unknown>, message: string) {
    try {
      await write();
    } catch (error) {
      const code = errorCodeOf(error);
      showToast({ tone: 'warn', message: i18n._(errorWords[code].title) });
      return;
    }
    wakeQueue();
    showToast({ message, tone: 'success' });
  }

  return (work) => {
    const { id, owner } = work;
    const actions: MenuAction[] = [];
    if (work.pinned === 1) {
      actions.push({
        key: 'unpin',
        icon: <IconPinnedOff stroke={1.75} aria-hidden />,
        label: t({
          message: 'Need not stay here',
          comment: 'Menu entry: the full size of an image may make room on this device',
        }),
        onSelect: () =>
          void change(
            () => unpinOriginals(owner, [id]),
            t`It stays until this device needs the room.`,
          ),
      });
    } else if (work.onDevice === 1 || work.remote === 'kept') {
      actions.push({
        key: 'pin',
        icon: <IconPin stroke={1.75} aria-hidden />,
        label: t({
          message: 'Keep on this device',
          comment: 'Menu entry: the full size of an image is fetched and stays here',
        }),
        onSelect: () =>
          void change(
            () => pinOriginals(owner, [id]),
            work.onDevice === 1
              ? t`The full size stays on this device.`
              : t`The full size is fetched and stays on this device.`,
          ),
      });
    }
    if (work.onDevice === 1 && work.pinned === 0 && work.remote === 'kept') {
      actions.push({
        key: 'release',
        icon: <IconCloudUp stroke={1.75} aria-hidden />,
        label: t({
          message: 'Free its space here',
          comment:
            'Menu entry: the full size of an image goes from this device, the server keeps it',
        }),
        onSelect: () =>
          void change(
            () => releaseOriginals(owner, [id]),
            t`Once the studio says that it keeps the full size, only the small one stays here.`,
          ),
      });
    }
    return actions;
  };
}
