import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteApp } from '../../api/apps.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { forgetLinkedApp } from '../../db/linked-apps.ts';
import { errorCodeOf, KilnError } from '../../domain/errors.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { errorWords } from '../../words/errors.ts';
import { AppCard, type ShownApp } from './AppCard.tsx';
import classes from './Apps.module.css';
import { useAppLink } from './useAppLink.ts';

/** The person's own apps: used, shared, changed and deleted. */
export function OwnApps({ apps }: { apps: readonly ShownApp[] }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const copyLink = useAppLink();
  const { refreshModels } = useAppActions();
  const [deleting, setDeleting] = useState<ShownApp | null>(null);

  const menuOf = (app: ShownApp) => (): MenuAction[] => [
    {
      key: 'edit',
      icon: <IconPencil stroke={1.75} aria-hidden />,
      label: t({ message: 'Edit', comment: 'Menu entry: changes an app' }),
      onSelect: () => void navigate({ to: '/template/edit/{-$id}', params: { id: app.id } }),
    },
    {
      key: 'link',
      icon: <IconLink stroke={1.75} aria-hidden />,
      label: t({ message: 'Copy link', comment: 'Button' }),
      onSelect: () => void copyLink(app.id),
    },
    {
      key: 'delete',
      icon: <IconTrash stroke={1.75} aria-hidden />,
      label: t({ message: 'Delete', comment: 'Button, verb' }),
      tone: 'danger',
      onSelect: () => setDeleting(app),
    },
  ];

  async function remove(app: ShownApp) {
    setDeleting(null);
    const session = await getSession();
    try {
      if (!isSessionUsable(session)) throw new KilnError('login-required', { retryable: false });
      await deleteApp(app.id, session);
      await forgetLinkedApp(session.userKey, app.id);
      showToast({ message: t`${app.name} is deleted`, tone: 'success' });
    } catch (error) {
      const { title } = errorWords[errorCodeOf(error)];
      showToast({ message: t`The app is still there. ${i18n._(title)}.`, tone: 'warn' });
    }
    void refreshModels();
  }

  return (
    <>
      <ul
        className={classes.grid}
        aria-label={t({ message: 'Your apps', comment: 'Heading: apps that one has made' })}
      >
        {apps.map((app) => (
          <li key={app.id}>
            <AppCard app={app} menu={menuOf(app)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={deleting !== null}
        title={<Trans>Delete {deleting?.name}?</Trans>}
        confirmLabel={<Trans comment="Button">Delete the app</Trans>}
        onConfirm={() => deleting && void remove(deleting)}
        onCancel={() => setDeleting(null)}
      >
        <Trans>Whoever has its link can't use it any more. What was made with it stays.</Trans>
      </ConfirmDialog>
    </>
  );
}
