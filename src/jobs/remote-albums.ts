import type { ServerAlbum, ServerMember } from '../api/contract/album-changes.ts';
import type { RemoteAlbum, RemoteMember } from '../db/albums/sync.ts';
import type { CollectionId } from '../domain/albums.ts';
import type { AlbumId, WorkId } from '../domain/ids.ts';

/** Albums and what is in them, from the words of the contract into those of the tables. */

export const toRemoteAlbum = (album: ServerAlbum): RemoteAlbum => ({
  id: album.album_id as AlbumId,
  name: album.name,
  coverId: album.cover as WorkId | null,
  rule: album.rule,
  place: album.place,
  isDeleted: album.deleted,
});

export const toRemoteMember = (member: ServerMember): RemoteMember => ({
  collection: member.collection as CollectionId,
  workId: member.image_id as WorkId,
  place: member.at,
  isIn: member.present,
});
