import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP3,
  MP4,
  Mp4OutputFormat,
  Output,
  type InputVideoTrack,
} from 'mediabunny';
import { sniffMediaType } from '../../../../src/domain/file-kinds.ts';
import { EngineError } from '../../engine.ts';
import { withoutTimes } from '../video/boxes.ts';

export interface OpenedFilm {
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
  return new EngineError('unsupported-media', 'The film is damaged or not an MP4', {
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
    const input = new Input({ source: new BufferSource(file), formats: [MP4] });
    const track = await input.getPrimaryVideoTrack();
    if (!track?.codec) throw unreadable();
    const seconds = await track.computeDuration();
    if (!(seconds > 0) || !Number.isFinite(seconds)) throw unreadable();
    const { images } = await input.getMetadataTags();
    const found = images?.[0]?.data;
    const cover = found && found.length <= coverMaxBytes ? found : null;
    return { track, seconds, width: track.displayWidth, height: track.displayHeight, cover };
  } catch (error) {
    throw error instanceof EngineError ? error : unreadable(error);
  }
}

/**
 * A film with a sound below it, in place of its own. Pictures are copied, not encoded again; what of the sound
 * is beyond the film's end is left out.
 * @param mp3 at a constant bit rate
 * @throws EngineError `unsupported-media`
 */
export async function layUnder(film: OpenedFilm, mp3: Uint8Array): Promise<Uint8Array> {
  const { track } = film;
  const sound = new Input({ source: new BufferSource(mp3), formats: [MP3] });
  const audio = await sound.getPrimaryAudioTrack();
  const audioConfig = await audio?.getDecoderConfig();
  if (!audio || !audioConfig) throw new Error('the encoder made no sound');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  try {
    const decoderConfig = await track.getDecoderConfig();
    const pictures = new EncodedVideoPacketSource(track.codec!);
    const sounds = new EncodedAudioPacketSource('mp3');
    output.addVideoTrack(pictures, { rotation: track.rotation });
    output.addAudioTrack(sounds);
    if (film.cover && sniffMediaType(film.cover) === 'image/jpeg') {
      output.setMetadataTags({
        images: [{ data: film.cover, mimeType: 'image/jpeg', kind: 'coverFront' }],
      });
    }
    await output.start();
    const copyPictures = async (): Promise<void> => {
      const meta = decoderConfig ? { decoderConfig } : undefined;
      for await (const packet of new EncodedPacketSink(track).packets()) {
        await pictures.add(packet, meta);
      }
      pictures.close();
    };
    const copySounds = async (): Promise<void> => {
      for await (const packet of new EncodedPacketSink(audio).packets()) {
        if (packet.timestamp >= film.seconds) break;
        await sounds.add(packet, { decoderConfig: audioConfig });
      }
      sounds.close();
    };
    await Promise.all([copyPictures(), copySounds()]);
    await output.finalize();
  } catch (error) {
    throw unreadable(error);
  }
  if (!target.buffer) throw unreadable();
  return withoutTimes(new Uint8Array(target.buffer));
}
