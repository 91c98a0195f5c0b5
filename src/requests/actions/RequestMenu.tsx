import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useRequestMenu } from './useRequestMenu.tsx';

/** The button behind which everything stands that can be done with one request. */
export function RequestMenu(props: Parameters<typeof useRequestMenu>[0]) {
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
