import { useLingui } from '@lingui/react/macro';
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconCopyPlus,
  IconPencil,
  IconRefresh,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { stepIntent } from '../../db/intents/order.ts';
import type { Intent } from '../../domain/intent.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { canRemove } from './permitted.ts';
import type { RequestActions } from './useRequestActions.ts';

/** Where a request is moved to, as `stepIntent` takes it. */
type Step = Parameters<typeof stepIntent>[1];

const icon = { stroke: 1.75, 'aria-hidden': true } as const;

/** Everything that can be done with one request and has no button of its own. */
export function useRequestMenu(options: {
  intent: Intent;
  actions: RequestActions;
  /** Its place among those that it can change places with; null where it has none. */
  line: { place: number; of: number; onStep: (to: Step) => void } | null;
  /** Null where there is no room to show it; it can be copied anywhere. */
  log: { shown: boolean; onShow: (shown: boolean) => void } | null;
  /** What stands before everything else. */
  lead?: readonly MenuAction[];
  /** A link to elsewhere was followed. */
  onLeave?: () => void;
}): MenuAction[] {
  const { intent, actions, line, log, lead = [], onLeave } = options;
  const { t } = useLingui();
  const navigate = useNavigate();
  const menu: MenuAction[] = [...lead];
  if (line && line.place > 1) {
    menu.push(
      {
        key: 'next',
        icon: <IconArrowBarToUp {...icon} />,
        label: t({ message: 'Make it next', comment: 'Menu entry: first in line' }),
        onSelect: () => line.onStep('first'),
      },
      {
        key: 'earlier',
        icon: <IconArrowUp {...icon} />,
        label: t({ message: 'Move up', comment: 'Menu entry: one place earlier in line' }),
        onSelect: () => line.onStep('earlier'),
      },
    );
  }
  if (line && line.place < line.of) {
    menu.push({
      key: 'later',
      icon: <IconArrowDown {...icon} />,
      label: t({ message: 'Move down', comment: 'Menu entry: one place later in line' }),
      onSelect: () => line.onStep('later'),
    });
  }
  if (intent.stage === 'cancelled') {
    menu.push({
      key: 'retry',
      icon: <IconRefresh {...icon} />,
      label: t({
        message: 'Send it again',
        comment: 'Menu entry: puts a cancelled request back into the queue',
      }),
      onSelect: () => void actions.retry(intent),
    });
  }
  if (intent.kind === 'generate') {
    menu.push(
      {
        key: 'duplicate',
        icon: <IconCopyPlus {...icon} />,
        label: t({
          message: 'Duplicate',
          comment: 'Menu entry: the same request once more, at the end of the line',
        }),
        onSelect: () => void actions.duplicate(intent),
      },
      {
        key: 'edit',
        icon: <IconPencil {...icon} />,
        label: t({
          message: 'Duplicate and edit',
          comment: 'Menu entry: opens the settings of a request for a new one',
        }),
        onSelect: () => {
          onLeave?.();
          void navigate({
            to: '/generate/{-$type}/{-$model}',
            params: { type: intent.payload.jobType, model: undefined },
            search: { intent: intent.id },
          });
        },
      },
    );
  }
  if (log) {
    menu.push({
      key: 'log',
      icon: <IconTerminal2 {...icon} />,
      label: log.shown
        ? t({ message: 'Hide log', comment: 'Menu entry' })
        : t({
            message: 'Show log',
            comment: 'Menu entry: what happened to a request, line by line',
          }),
      onSelect: () => log.onShow(!log.shown),
    });
  }
  menu.push({
    key: 'copy-log',
    icon: <IconCopy {...icon} />,
    label: t({ message: 'Copy log', comment: 'Menu entry' }),
    onSelect: () => void actions.copyLog(intent),
  });
  if (canRemove(intent)) {
    menu.push({
      key: 'remove',
      icon: <IconTrash {...icon} />,
      label: t({ message: 'Remove from the queue', comment: 'Menu entry' }),
      tone: 'danger',
      onSelect: () => void actions.remove([intent]),
    });
  }
  return menu;
}
