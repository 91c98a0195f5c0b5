import { call } from '../../api/client.ts';
import { getTrainModels, type TrainRecord } from '../../api/contract/training.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { saveGenerateIntent } from '../../db/intents/intents.ts';
import { putSource } from '../../db/media/media.ts';
import { KilnError } from '../../domain/errors.ts';
import { sniffMediaType } from '../../domain/file-kinds.ts';
import type { MediaId, UserKey } from '../../domain/ids.ts';
import type { ListedModel } from '../../domain/model.ts';
import type { ExaminedZip } from '../../domain/training.ts';
import { uploadLimits } from '../../domain/uploads.ts';
import { examineTraining, hashFile } from '../../../workers/imaging/client.ts';

export interface KeptZip {
  mediaId: MediaId;
  name: string;
  bytes: number;
  examined: ExaminedZip;
}

/**
 * Looks into a zip and keeps it on the device, so that it outlives the tab; nothing leaves yet.
 * @throws KilnError `unsupported-media` for what is no zip, `too-large`, `storage-full`
 */
export async function keepZip(file: File, signal: AbortSignal): Promise<KeptZip> {
  const { maxBytes, mediaTypes } = uploadLimits.training;
  const mediaType = sniffMediaType(new Uint8Array(await file.slice(0, 32).arrayBuffer()));
  if (mediaType === null || !mediaTypes.includes(mediaType)) {
    throw new KilnError('unsupported-media', { retryable: false });
  }
  if (file.size > maxBytes) throw new KilnError('too-large', { retryable: false });
  const examined = await examineTraining(file, signal);
  const sha256 = await hashFile(file, signal);
  const blob = new Blob([file], { type: mediaType });
  const facts = { blob, mediaType, bytes: file.size, sha256, name: file.name, width: 0, height: 0 };
  return { mediaId: await putSource(facts), name: file.name, bytes: file.size, examined };
}

/** Keeps the request; from here on the queue owns it. @throws KilnError `source-missing`, `storage-full` */
export async function askForTraining(
  owner: UserKey,
  model: ListedModel,
  name: string,
  zip: Pick<KeptZip, 'mediaId'>,
): Promise<void> {
  await saveGenerateIntent({
    owner,
    payload: {
      jobType: 'Train',
      model: model.model,
      place: model.place,
      modelLabel: { cn: model.label_cn, en: model.label_en },
      input: { model_name: name },
      cost: model.cost,
      width: null,
      height: null,
    },
    sources: [{ field: model.upload ?? 'training_zip', mediaId: zip.mediaId }],
  });
}

/** What the platform knows of one's trainings, those of other devices, too; nothing where nobody is signed in. */
export async function fetchRecords(signal: AbortSignal): Promise<TrainRecord[]> {
  if (!isSessionUsable(await getSession())) return [];
  return asMyself(async (session) => (await call(getTrainModels, { session, signal })).data);
}
