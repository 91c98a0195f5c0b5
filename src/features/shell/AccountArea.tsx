import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { communityOwner } from '../../domain/community.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { useSession } from '../../live/useSession.ts';

/** Logged out there is only the way in (specification 2, section 2); signed in, the avatar and its menu. */
export function AccountArea({
  onSignIn,
  onCredits,
  onSignOut,
}: {
  onSignIn: () => void;
  onCredits: () => void;
  onSignOut: () => void;
}) {
  const session = useSession();
  if (session === undefined) return null;
  if (session === null) {
    return (
      <Button
        size="sm"
        variant="default"
        leftSection={<IconLogin2 size={18} stroke={1.75} aria-hidden />}
        onClick={onSignIn}
      >
        <Trans comment="Button">Sign in</Trans>
      </Button>
    );
  }
  if (session.userKey === communityOwner) {
    return (
      <ButtonLink to="/me" size="sm" variant="default">
        <Trans comment="Link to the page about this device and one's key">This device</Trans>
      </ButtonLink>
    );
  }
  return (
    <AccountMenu
      userId={session.userKey.split('@')[0] ?? session.userKey}
      nickname={session.nickname || session.account}
      onCredits={onCredits}
      onSignOut={onSignOut}
    />
  );
}
