import { useLingui } from '@lingui/react/macro';
import {
  IconBooks,
  IconLayoutBoard,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconRefresh,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { inPassing } from '../../db/in-passing.ts';
import { setSetting } from '../../db/settings.ts';
import type { HistoryLayout } from '../../domain/history-layout.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import type { HistoryView } from './useShownHistory.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** How the history lies on the page, and where else one may look. */
export function ViewMenu({ view }: { view: HistoryView }) {
  const { t } = useLingui();
  const { refreshWorks } = useAppActions();
  const navigate = useNavigate();
  const online = useOnline();

  function refresh() {
    if (online) refreshWorks();
    showToast({
      message: online
        ? t`Looking for what your other devices made…`
        : t`There is no network. What your other devices made comes when there is.`,
    });
  }

  const layout = (key: HistoryLayout, label: string, sign: MenuAction['icon']): MenuAction => ({
    key,
    label,
    icon: sign,
    checked: view.layout === key,
    onSelect: () => inPassing(setSetting('historyLayout', key)),
  });
  const paging = (paged: boolean, label: string): MenuAction => ({
    key: String(paged),
    label,
    checked: view.paged === paged,
    onSelect: () => inPassing(setSetting('historyPaged', paged)),
  });
  return (
    <ActionMenu
      label={t({ message: 'View', comment: 'Menu: how the history lies on the page' })}
      actions={() => [
        layout(
          'dynamic',
          t({ message: 'Each in its own shape', comment: 'Layout of the history: a wall' }),
          <IconLayoutBoard {...icon} />,
        ),
        layout(
          'grid',
          t({ message: 'Squares', comment: 'Layout of the history: a grid' }),
          <IconLayoutGrid {...icon} />,
        ),
        layout(
          'group',
          t({ message: 'Together by request', comment: 'Layout of the history: one tile a job' }),
          <IconStack2 {...icon} />,
        ),
        {
          key: 'pages',
          label: t({ message: 'Pages', comment: 'Of a long list' }),
          icon: <IconBooks {...icon} />,
          onSelect: () => {},
          actions: [
            paging(
              false,
              t({ message: 'Endless', comment: 'The history goes on while one scrolls' }),
            ),
            paging(true, t({ message: 'In pages', comment: 'The history is cut into pages' })),
          ],
        },
        {
          key: 'refresh',
          label: t({ message: 'Refresh', comment: 'Menu entry: asks for what is new' }),
          icon: <IconRefresh {...icon} />,
          onSelect: refresh,
        },
        {
          key: 'bin',
          label: t({ message: 'Bin', comment: 'Title of the page with deleted works' }),
          icon: <IconTrash {...icon} />,
          onSelect: () => void navigate({ to: '/history/bin' }),
        },
      ]}
    >
      {(trigger) => (
        <IconButton
          {...trigger}
          variant="default"
          label={t({ message: 'View', comment: 'Menu: how the history lies on the page' })}
          icon={<IconLayoutDashboard {...icon} />}
        />
      )}
    </ActionMenu>
  );
}
