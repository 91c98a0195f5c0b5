import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { changeAlbum, createAlbum, moveAlbum } from '../../db/albums/albums.ts';
import { collectWorks } from '../../db/albums/memberships.ts';
import type { AlbumRow } from '../../db/schema.ts';
import type { AlbumRule } from '../../domain/albums.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import type { AlbumId, UserKey, WorkId } from '../../domain/ids.ts';
import type { AlbumChange } from '../../domain/intent.ts';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { errorWords } from '../../words/errors.ts';

type Named = Pick<AlbumRow, 'id' | 'name'>;

/** What a person can do with their albums, wherever they are shown. Each is told with a way back. */
export function useAlbumCommands(owner: UserKey) {
  const { t, i18n } = useLingui();
  const { wakeQueue } = useAppActions();
  const undo = (onAction: () => void) => ({
    action: { label: t({ message: 'Undo', comment: 'Button' }), onAction },
  });

  /** Says what became of it; nothing is shown as done that was not written. @returns null when it failed */
  async function attempt<Value>(write: () => Promise<Value>): Promise<Value | null> {
    try {
      const value = await write();
      wakeQueue();
      return value;
    } catch (error) {
      const code = errorCodeOf(error);
      const message =
        code === 'quota-exceeded'
          ? t`You have as many albums as there can be. Delete one you no longer need.`
          : i18n._(errorWords[code].title);
      showToast({ tone: 'warn', message });
      return null;
    }
  }

  /** @returns its id; null when it could not be made, which is said */
  const create = (name: string, rule: AlbumRule | null): Promise<AlbumId | null> =>
    attempt(() => createAlbum(owner, { name, rule }));

  async function change(id: AlbumId, next: AlbumChange, before: AlbumChange, said: string) {
    if (!(await attempt(() => changeAlbum(owner, id, next)))) return;
    showToast({
      message: said,
      ...undo(() => void attempt(() => changeAlbum(owner, id, before))),
    });
  }

  const rename = (album: AlbumRow, name: string) =>
    change(album.id, { name }, { name: album.name }, t`Renamed`);

  const setRule = (album: AlbumRow, name: string, rule: AlbumRule) =>
    change(album.id, { name, rule }, { name: album.name, rule: album.rule }, t`Rule changed`);

  const setCover = (album: AlbumRow, coverId: WorkId | null) =>
    change(album.id, { coverId }, { coverId: album.coverId }, t`Cover changed`);

  const remove = ({ id, name }: Named) =>
    change(
      id,
      { isDeleted: true },
      { isDeleted: false },
      t`Album “${name}” deleted. Its works are still there.`,
    );

  /** @param nextId the album that stood behind it before */
  async function move(album: Named, beforeId: AlbumId | null, nextId: AlbumId | null) {
    const moved = await attempt(() => moveAlbum(owner, album.id, beforeId));
    if (!moved) return;
    const { place, of } = moved;
    const { name } = album;
    showToast({
      message: t`“${name}” is now ${place} of ${of}.`,
      ...undo(() => void attempt(() => moveAlbum(owner, album.id, nextId))),
    });
  }

  /** Puts works into an album and says so. @returns how many were new there */
  async function add(album: Named, ids: readonly WorkId[]): Promise<number> {
    const added = await attempt(() => collectWorks(owner, album.id, ids, true));
    if (!added) return 0;
    const count = added.length;
    const { name } = album;
    if (count === 0) {
      showToast({ message: t`Already in “${name}”` });
    } else {
      showToast({
        message: t`${plural(count, { one: `Added to “${name}”`, other: `# works added to “${name}”` })}`,
        ...undo(() => void attempt(() => collectWorks(owner, album.id, added, false))),
      });
    }
    return count;
  }

  async function takeOut(album: Named, ids: readonly WorkId[]): Promise<void> {
    const taken = await attempt(() => collectWorks(owner, album.id, ids, false));
    if (!taken || taken.length === 0) return;
    const count = taken.length;
    showToast({
      message: t`${plural(count, { one: 'Taken out of the album', other: '# works taken out of the album' })}`,
      ...undo(() => void attempt(() => collectWorks(owner, album.id, taken, true))),
    });
  }

  /** For lists that show by themselves what is in and what is not. */
  const toggle = (id: AlbumId, ids: readonly WorkId[], isIn: boolean) =>
    attempt(() => collectWorks(owner, id, ids, isIn));

  return { create, rename, setRule, setCover, remove, move, add, takeOut, toggle };
}
