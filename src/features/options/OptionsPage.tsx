import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import classes from './OptionsForm.module.css';
import { OptionsForm } from './OptionsForm.tsx';

/** The same choices as the dialog, as a page; OK goes back to where one came from. */
export function OptionsPage({ notifications }: { notifications?: ReactNode }) {
  const { t } = useLingui();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  usePageTitle(t({ message: 'Options', comment: 'Page title: settings' }));
  return (
    <Page width="measure">
      <PageHeader title={<Trans>Options</Trans>} />
      <OptionsForm
        notifications={notifications}
        footer={
          <Button
            className={classes.ok}
            onClick={() => {
              if (canGoBack) router.history.back();
              else void router.navigate({ to: '/' });
            }}
          >
            {t({ message: 'OK', comment: 'Button that leaves the options page' })}
          </Button>
        }
      />
    </Page>
  );
}
