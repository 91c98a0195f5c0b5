import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import type { WorkId } from '../../domain/ids.ts';
import { useWorks } from '../../live/useWorks.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useGoOn } from './useGoOn.tsx';
import { useRequestMenu } from './useRequestMenu.tsx';

type MenuProps = Parameters<typeof useRequestMenu>[0];

/** The button behind which everything stands that can be done with one request. */
export function RequestMenu(props: MenuProps) {
  const { intent } = props;
  const isDone = intent.kind === 'generate' && intent.stage === 'done';
  const made = isDone ? intent.workIds[0] : undefined;
  // Only what is finished has to know the tools.
  return made ? <MenuWithWork {...props} made={made} /> : <PlainMenu {...props} />;
}

function PlainMenu(props: MenuProps) {
  const { t } = useLingui();
  const menu = useRequestMenu(props);
  return (
    <ActionMenu label={t`What to do with this request`} actions={menu}>
      {(trigger) => (
        <IconButton
          {...trigger}
          label={t({ message: 'More actions', comment: 'Button that opens a menu' })}
          icon={<IconDots size={20} stroke={1.75} aria-hidden />}
        />
      )}
    </ActionMenu>
  );
}

/** What it made leads on from here as from anywhere else. */
function MenuWithWork({ made, ...props }: MenuProps & { made: WorkId }) {
  const goOn = useGoOn();
  const [work] = useWorks([made]) ?? [];
  const leaving = (actions: readonly MenuAction[]): MenuAction[] =>
    actions.map((action) => ({
      ...action,
      ...(action.actions && { actions: leaving(action.actions) }),
      onSelect: () => {
        props.onLeave?.();
        action.onSelect();
      },
    }));
  return <PlainMenu {...props} lead={work ? leaving(goOn.goOnActions(work)) : []} />;
}
