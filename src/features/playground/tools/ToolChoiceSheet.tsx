import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { toolChoiceAtom } from '../../../requests/actions/tool-choice.ts';
import { useAtom } from '../../../ui/atoms.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import { ToolFinder } from './ToolFinder.tsx';

/** All tools that take a file, to go on from it in one of them. */
export function ToolChoiceSheet() {
  const [choice, setChoice] = useAtom(toolChoiceAtom);
  const [latest, setLatest] = useState(choice);
  // While it closes it shows what it showed.
  if (choice !== null && choice !== latest) setLatest(choice);
  const close = () => setChoice(null);
  return (
    <Sheet
      opened={choice !== null}
      onClose={close}
      title={<Trans comment="Heading: every tool that can go on from a picture">Use in…</Trans>}
    >
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The work that may lie behind it stays open.
          event.preventDefault();
          close();
        }}
      >
        <ToolFinder
          entries={latest?.entries ?? []}
          current={null}
          spread
          onChoose={(entry) => {
            close();
            latest?.onChoose(entry);
          }}
        />
      </div>
    </Sheet>
  );
}
