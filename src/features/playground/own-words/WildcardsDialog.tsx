import { Trans } from '@lingui/react/macro';
import type { UserKey } from '../../../domain/ids.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Wildcards } from './Wildcards.tsx';

/** A person's lists of words in a dialog of their own. */
export function WildcardsDialog({
  owner,
  opened,
  wanted,
  onClose,
  onUse,
}: {
  owner: UserKey;
  opened: boolean;
  /** A name that a prompt asks for and that no list has. */
  wanted?: string;
  onClose: () => void;
  /** Puts a list's name into the prompt. */
  onUse?: (text: string) => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<Trans comment="Heading: a person's lists of words for prompts">Word lists</Trans>}
      width={560}
      fullOnPhone
    >
      <Wildcards
        owner={owner}
        wanted={wanted}
        onUse={
          onUse &&
          ((text) => {
            onUse(text);
            onClose();
          })
        }
      />
    </Dialog>
  );
}
