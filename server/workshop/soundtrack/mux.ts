import {
  BufferSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  WEBM,
  type InputVideoTrack,
} from 'mediabunny';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { EngineError } from '../../engines/contract/engine.ts';
import { openContainer, type FilmType } from '../video/container.ts';
import type { EncodedSound } from './sounds.ts';

export interface OpenedFilm {
  mediaType: FilmType;
  track: InputVideoTrack;
  seconds: number;
  width: number;
  height: number;
  /** The picture that the file carries for itself, unchecked; null when it has none. */
  cover: Uint8Array | null;
}

/** Larger covers are left behind. */
const coverMaxBytes = 2 * 1024 * 1024;

function unreadable(cause?: unknown): EngineError {
  return new EngineError('unsupported-media', 'The film is damaged or neither MP4 nor WebM', {
    retryable: false,
    cause,
  });
}

/**
 * Opens a film by its index; its pictures stay as they are.
 * @throws EngineError `unsupported-media`
 */
export async function openFilm(file: Uint8Array): Promise<OpenedFilm> {
  try {
    const input = new Input({ source: new BufferSource(file), formats: [MP4, WEBM] });
    const track = await input.getPrimaryVideoTrack();
    if (!track?.codec) throw unreadable();
    const seconds = await track.computeDuration();
    if (!(seconds > 0) || !Number.isFinite(seconds)) throw unreadable();
    const { images } = await input.getMetadataTags();
    const found = images?.[0]?.data;
    const cover = found && found.length <= coverMaxBytes ? found : null;
    const mediaType = (await input.getFormat()) === WEBM ? 'video/webm' : 'video/mp4';
    const { displayWidth: width, displayHeight: height } = track;
    return { mediaType, track, seconds, width, height, cover };
  } catch (error) {
    throw error instanceof EngineError ? error : unreadable(error);
  }
}

/**
 * A film with a sound below it, in place of its own. Pictures are copied, not encoded again; what of the sound
 * is beyond the film's end is left out.
 * @param sound in a codec that the film's container takes
 * @throws EngineError `unsupported-media`
 */
export async function layUnder(film: OpenedFilm, sound: EncodedSound): Promise<Uint8Array> {
  const { track, mediaType } = film;
  const isPicture = film.cover !== null && sniffMediaType(film.cover) === 'image/jpeg';
  const { output, finish } = openContainer(mediaType, isPicture ? film.cover : null);
  try {
    const decoderConfig = await track.getDecoderConfig();
    const pictures = new EncodedVideoPacketSource(track.codec!);
    const sounds = new EncodedAudioPacketSource(sound.codec);
    output.addVideoTrack(pictures, { rotation: track.rotation });
    output.addAudioTrack(sounds);
    await output.start();
    const copyPictures = async (): Promise<void> => {
      const meta = decoderConfig ? { decoderConfig } : undefined;
      for await (const packet of new EncodedPacketSink(track).packets()) {
        await pictures.add(packet, meta);
      }
      pictures.close();
    };
    const copySounds = async (): Promise<void> => {
      const { decoderConfig: soundConfig } = sound;
      for await (const packet of sound.packets) {
        if (packet.timestamp >= film.seconds) break;
        await sounds.add(packet, { decoderConfig: soundConfig });
      }
      sounds.close();
    };
    await Promise.all([copyPictures(), copySounds()]);
    return await finish();
  } catch (error) {
    throw unreadable(error);
  }
}
