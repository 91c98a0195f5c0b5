import { Trans, useLingui } from '@lingui/react/macro';
import { IconCoins, IconCopy, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { UnstyledButton } from '@mantine/core';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './AccountMenu.module.css';

/** The avatar and what is behind it. */
export function AccountMenu({
  userId,
  nickname,
  onCredits,
  onSignOut,
}: {
  /** The account id: the part of the user key before the '@'. */
  userId: string;
  nickname: string;
  onCredits: () => void;
  onSignOut: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const initial = Array.from(nickname.trim())[0]?.toLocaleUpperCase() ?? '·';

  async function copyId() {
    try {
      await navigator.clipboard.writeText(userId);
      showToast({ message: t`User ID copied`, tone: 'success', durationMs: 1_000 });
    } catch {
      showToast({
        message: t`This browser did not let us copy. Your user ID is ${userId}`,
        tone: 'warn',
      });
    }
  }

  return (
    <ActionMenu
      label={t`Account`}
      header={<strong className={classes.name}>{nickname}</strong>}
      actions={[
        {
          key: 'copy',
          icon: <IconCopy stroke={1.75} aria-hidden />,
          label: (
            <span className={classes.id}>
              <Trans>Copy user ID</Trans>
              <small>{userId}</small>
            </span>
          ),
          onSelect: () => void copyId(),
        },
        {
          key: 'credits',
          icon: <IconCoins stroke={1.75} aria-hidden />,
          label: t({ message: 'Credit list', comment: 'Menu: opens what came and went' }),
          onSelect: onCredits,
        },
        {
          key: 'me',
          icon: <IconUser stroke={1.75} aria-hidden />,
          label: t({
            message: 'Personal centre',
            comment: 'Page with account, credits and options',
          }),
          onSelect: () => void navigate({ to: '/me' }),
        },
        {
          key: 'sign-out',
          icon: <IconLogout stroke={1.75} aria-hidden />,
          label: t`Sign out`,
          onSelect: onSignOut,
        },
      ]}
    >
      {(trigger) => (
        <UnstyledButton
          {...trigger}
          className={classes.trigger}
          aria-label={t`Account: ${nickname}`}
        >
          <span className={classes.avatar} aria-hidden>
            {initial}
          </span>
        </UnstyledButton>
      )}
    </ActionMenu>
  );
}
