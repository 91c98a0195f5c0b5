import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ImportRefusal } from '../../domain/imports/refusals.ts';
import type { ImportFormat } from '../../../workers/archive-import/contract.ts';

/** What an archive is called by whoever made it. */
export const formatWords: Readonly<Record<ImportFormat, MessageDescriptor>> = {
  kiln: msg({ message: 'Kiln archive', comment: 'Kind of file that was chosen for import' }),
  'stable-ui': msg({
    message: 'stable-ui archive',
    comment: 'Kind of file that was chosen for import; stable-ui is a program',
  }),
  artbot: msg({
    message: 'ArtBot archive',
    comment: 'Kind of file that was chosen for import; ArtBot is a program',
  }),
  loose: msg({
    message: 'Pictures, videos, sounds and 3D objects',
    comment: 'Kind of files that were chosen for import, without an order of their own',
  }),
};

/** Why something was left out. */
export const refusalWords: Readonly<Record<ImportRefusal, MessageDescriptor>> = {
  'not-readable': msg`It can no longer be read. Choose it again.`,
  'archive-damaged': msg`The archive is damaged or incomplete, or it is no ZIP. Download or export it once more.`,
  'archive-ambiguous': msg`The archive can be read in two ways. Unpack it and choose the files in it.`,
  'archive-split': msg`The archive is one of several parts. Put them together first.`,
  'archive-encrypted': msg`The archive is protected by a password. Unpack it and choose the files in it.`,
  'too-many-entries': msg`The archive has too many files. Divide it into smaller ones.`,
  'nothing-found': msg`There is nothing in it.`,
  'entry-encrypted': msg`It is protected by a password. Unpack it and choose it by itself.`,
  'unsafe-name': msg`Its name leads out of the archive or can't be a file's name.`,
  'duplicate-name': msg`Another file of the same name comes before it.`,
  'special-file': msg`It is a link or a device, no file.`,
  'unknown-packing': msg`It is packed in a way that is not known here. Unpack it and choose it by itself.`,
  overlapping: msg`It shares its bytes with another file, which no honest archive does.`,
  'wrong-size': msg`It is not as large as the archive says.`,
  'too-large': msg`It is too large.`,
  bomb: msg`It would grow beyond measure when it is unpacked.`,
  'entry-damaged': msg`It is damaged: its checksum is another one.`,
  'wrong-hash': msg`It is not the file that the archive's list names.`,
  'nested-archive': msg`It is an archive itself. Unpack it and choose it by itself.`,
  'unknown-type': msg`It is no picture, video, sound or 3D model that Kiln can keep.`,
  'unsafe-drawing': msg`It is a drawing with scripts or links in it.`,
  'too-demanding': msg`It has more pixels or frames than this device can be asked to open.`,
  'does-not-decode': msg`It can't be opened: it is damaged, or no such file at all.`,
  'listed-but-missing': msg`The archive's list names it, but it is not there.`,
};
