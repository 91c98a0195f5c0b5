import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { useSetting } from '../../live/useSetting.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { beginElsewhere } from './elsewhere.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { mayUsePasskeys } from './passkeys.ts';
import classes from './SignInForm.module.css';

/**
 * Other ways in than a name and a password; nothing where there are none.
 * @param onSignedIn by a way that does not leave the page
 * @param mayBeKnown whether somebody may come back here by a passkey
 */
export function ElsewhereButtons({
  mayBeKnown,
  onSignedIn,
}: {
  mayBeKnown: boolean;
  onSignedIn: () => void;
}) {
  const oidc = useSetting('oidcDoor') ?? null;
  const provider = useSetting('providerDoor') ?? null;
  const login = provider?.login ?? null;
  const hasPasskeys = mayBeKnown && mayUsePasskeys();
  if (oidc === null && login === null && !hasPasskeys) return null;
  return (
    <>
      <p className={classes.or}>
        <Trans comment="Between two ways to sign in">or</Trans>
      </p>
      {hasPasskeys && <PasskeyButton onSignedIn={onSignedIn} />}
      {provider && login !== null && <ProviderButton name={provider.name} login={login} />}
      {oidc && <OidcButton name={oidc.name} />}
    </>
  );
}

/** It leads back by a link that carries a key. */
function ProviderButton({ name, login }: { name: string; login: string }) {
  return (
    <Button size="lg" variant="default" fullWidth component="a" href={login}>
      <Trans comment="Button: signs in by an account elsewhere">Continue with {name}</Trans>
    </Button>
  );
}

function OidcButton({ name }: { name: string }) {
  const { i18n } = useLingui();
  const online = useOnline();
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);

  async function leave() {
    setLeaving(true);
    setFailure(null);
    try {
      location.assign(await beginElsewhere(location.pathname + location.search));
    } catch (error) {
      setFailure(errorCodeOf(error));
      setLeaving(false);
    }
  }

  return (
    <>
      <Button
        size="lg"
        variant="default"
        fullWidth
        disabled={!online}
        loading={isLeaving}
        onClick={() => void leave()}
      >
        <Trans comment="Button: signs in by an account elsewhere">Continue with {name}</Trans>
      </Button>
      {failure !== null && (
        <Notice
          tone="warn"
          announce
          title={
            failure === 'engine-unavailable' ? (
              <Trans>{name} can't be reached right now</Trans>
            ) : (
              i18n._(errorWords[failure].title)
            )
          }
        >
          <Trans>Try again, or sign in with a name and a password.</Trans>
        </Notice>
      )}
    </>
  );
}
