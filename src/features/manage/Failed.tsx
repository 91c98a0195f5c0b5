import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ErrorCode } from '../../domain/errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';

/** What could not be asked, and the way to ask again. */
export function Failed({ code, onAgain }: { code: ErrorCode; onAgain: () => void }) {
  const { i18n } = useLingui();
  const online = useOnline();
  return (
    <Notice
      tone="warn"
      announce
      title={online ? i18n._(errorWords[code].title) : <Trans>This needs a network</Trans>}
      actions={
        <Button size="sm" variant="default" onClick={onAgain}>
          <Trans comment="Button">Try again</Trans>
        </Button>
      }
    />
  );
}
