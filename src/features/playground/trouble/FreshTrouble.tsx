import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { asLanguage } from '../../../domain/languages.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { useRequestActions } from '../../../requests/actions/useRequestActions.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useAppActions } from '../../../ui/useAppActions.ts';
import { errorWords } from '../../../words/errors.ts';
import { showToast } from '../../../ui/toast.ts';
import { firstUntold, markTold } from './fresh-trouble.ts';
import { reloadSchema } from './reload-schema.ts';

/**
 * What needs an answer as soon as it happens (spec 1, section 8): a session that the studio no longer takes, and a
 * model that broke. Everything else is said where the request stands, which interrupts nobody.
 */
export function FreshTrouble({ requests }: { requests: readonly GenerateIntent[] }) {
  const { t, i18n } = useLingui();
  const { requestSignIn } = useAppActions();
  const { retry } = useRequestActions();
  const [, setAnswers] = useState(0);
  const fresh = firstUntold(requests);
  const broken = fresh?.error?.code === 'model-error' ? fresh : null;
  const signedOut = fresh?.error?.code === 'login-required' ? fresh : null;

  const signIn = useEffectEvent(async (request: GenerateIntent) => {
    markTold(request);
    const why = i18n._(errorWords['login-required'].advice);
    if (await requestSignIn(why)) await retry(request);
  });
  useEffect(() => {
    if (signedOut) void signIn(signedOut);
  }, [signedOut]);

  async function stay(request: GenerateIntent) {
    markTold(request);
    setAnswers((count) => count + 1);
    const isNew = await reloadSchema(request.payload, asLanguage(i18n.locale));
    showToast(
      isNew
        ? { message: t`The model's form is up to date. What you wrote is still there.` }
        : { tone: 'warn', message: t`The model's form could not be asked for again. Try later.` },
    );
  }

  return (
    <ConfirmDialog
      opened={broken !== null}
      tone="plain"
      title={<Trans comment="Heading of a question">The model reported an error</Trans>}
      confirmLabel={<Trans comment="Button: reload the page">Reload</Trans>}
      cancelLabel={<Trans comment="Button: leave a suggestion">Not now</Trans>}
      onConfirm={() => location.reload()}
      onCancel={() => broken && void stay(broken)}
    >
      <p>
        <Trans>
          Refresh the page and try again? Your request and what you wrote are kept either way.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
