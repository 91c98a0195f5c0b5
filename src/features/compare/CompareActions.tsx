import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDots, IconDownload, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { GroupWithMembers } from '../../db/intents/groups.ts';
import type { GridContent } from '../../domain/pictures/grid-picture.ts';
import { useGroupActions } from '../../requests/actions/useGroupActions.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toast.ts';
import type { ShownCell } from './download-grid.ts';

/** What one can do with a comparison as a whole. */
export function CompareActions({
  members,
  content,
  words,
  name,
}: {
  members: GroupWithMembers;
  content: GridContent<ShownCell>;
  words: { title: string; corner: string; damaged: string };
  name: string;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const actions = useGroupActions(members);
  const [isDrawing, setDrawing] = useState(false);

  async function download() {
    if (isDrawing) return;
    setDrawing(true);
    try {
      // The worker that draws is wanted only here.
      const { downloadGrid } = await import('./download-grid.ts');
      await downloadGrid(content, words, name);
    } catch {
      showToast({
        tone: 'warn',
        message: t`The picture could not be drawn on this device. Your works are all still here; try again, or download them one by one.`,
      });
    }
    setDrawing(false);
  }

  async function remove() {
    if (await actions.remove()) await navigate({ to: '/history' });
  }

  return (
    <>
      {actions.canCancel && (
        <Button
          variant="default"
          leftSection={<IconX size={20} stroke={1.75} aria-hidden />}
          onClick={() => void actions.cancelAll()}
        >
          <Trans comment="Button: cancels all requests of a comparison">Cancel all</Trans>
        </Button>
      )}
      {actions.canRetry && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />}
          onClick={() => void actions.retryAll()}
        >
          <Trans comment="Button: asks once more for everything that failed">
            Try failed again
          </Trans>
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
        aria-disabled={isDrawing || undefined}
        onClick={() => void download()}
      >
        <Trans comment="Button: a grid of pictures becomes one file">Download as one picture</Trans>
      </Button>
      <ButtonLink
        variant="default"
        to="/generate/{-$type}/{-$model}"
        params={{ type: members.group.jobType, model: undefined }}
      >
        <Trans comment="Button: from a comparison to the form that it was made with">
          Back to the form
        </Trans>
      </ButtonLink>
      <ActionMenu
        label={t`What to do with this comparison`}
        actions={[
          {
            key: 'delete',
            icon: <IconTrash stroke={1.75} aria-hidden />,
            label: t({
              message: 'Delete the comparison',
              comment: 'Menu entry: its pictures stay among the works',
            }),
            tone: 'danger',
            onSelect: () => void remove(),
          },
        ]}
      >
        {(trigger) => (
          <IconButton
            {...trigger}
            label={t({ message: 'More actions', comment: 'Button that opens a menu' })}
            icon={<IconDots size={20} stroke={1.75} aria-hidden />}
          />
        )}
      </ActionMenu>
    </>
  );
}
