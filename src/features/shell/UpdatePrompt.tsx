import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Prompt } from '../../ui/Prompt.tsx';

/** Offers a new version; never forces it, because work may be half written. */
export function UpdatePrompt({ onUpdate }: { onUpdate: () => void }) {
  const [later, setLater] = useState(false);
  if (later) return null;
  return (
    <Prompt
      actions={
        <>
          <Button size="sm" onClick={onUpdate}>
            <Trans comment="Button: load the new version of the app">Update</Trans>
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setLater(true)}>
            <Trans comment="Button: not now">Later</Trans>
          </Button>
        </>
      }
    >
      <Trans>A new version is ready.</Trans>
    </Prompt>
  );
}
