import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconForms, IconPhotoEdit } from '@tabler/icons-react';
import type { WorkRow } from '../../db/schema.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useWorkCommands } from './useWorkCommands.tsx';

/** Beside a work that was just made: take it away, or go on from it. The same as everywhere else. */
export function WorkButtons({ work }: { work: WorkRow }) {
  const { t } = useLingui();
  const commands = useWorkCommands();
  const tools = commands.toolActions([work]);
  return (
    <>
      <IconButton
        label={t({ message: 'Download', comment: 'Button, verb' })}
        icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
        onClick={() => void commands.download([work])}
      />
      <ActionMenu
        label={t`Take over…`}
        header={<Trans>What of it goes into the form?</Trans>}
        actions={commands.recallActions(work)}
      >
        {(trigger) => (
          <IconButton
            {...trigger}
            label={t`Take over…`}
            icon={<IconForms size={20} stroke={1.75} aria-hidden />}
          />
        )}
      </ActionMenu>
      {tools.length > 0 && (
        <ActionMenu label={t`Use in…`} header={<Trans>Use in…</Trans>} actions={tools}>
          {(trigger) => (
            <IconButton
              {...trigger}
              label={t`Use in…`}
              icon={<IconPhotoEdit size={20} stroke={1.75} aria-hidden />}
            />
          )}
        </ActionMenu>
      )}
    </>
  );
}
