import { Trans } from '@lingui/react/macro';
import type { AlbumRow } from '../../db/schema.ts';
import type { UserKey } from '../../domain/ids.ts';
import { NameDialog } from './NameDialog.tsx';
import { RuleDialog, type FilterFields } from './RuleDialog.tsx';
import { useAlbumCommands } from './useAlbumCommands.ts';

/** The form of an album that is there: its name, and the rule of one that has one. */
export function EditAlbum({
  album,
  owner,
  Fields,
  onClose,
}: {
  album: AlbumRow;
  owner: UserKey;
  Fields: FilterFields;
  onClose: () => void;
}) {
  const commands = useAlbumCommands(owner);
  const save = <Trans comment="Button: keeps a change">Save</Trans>;
  if (album.rule) {
    return (
      <RuleDialog
        title={<Trans comment="Title of a dialog">Smart album</Trans>}
        name={album.name}
        rule={album.rule}
        doLabel={save}
        Fields={Fields}
        onClose={onClose}
        onDone={(name, rule) => {
          onClose();
          void commands.setRule(album, name, rule);
        }}
      />
    );
  }
  return (
    <NameDialog
      title={<Trans comment="Title of a dialog">Rename album</Trans>}
      name={album.name}
      doLabel={save}
      onClose={onClose}
      onDone={(name) => {
        onClose();
        if (name !== album.name) void commands.rename(album, name);
      }}
    />
  );
}
