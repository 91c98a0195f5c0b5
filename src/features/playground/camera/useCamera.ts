import { useEffect, useState } from 'react';

/** Why there is no picture from the camera. */
export type CameraTrouble = 'refused' | 'none' | 'busy' | 'ended' | 'failed';

function troubleOf(error: unknown): CameraTrouble {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

/** One camera of several. */
export interface CameraChoice {
  id: string;
  /** As its maker calls it; empty where the browser keeps that to itself. */
  name: string;
}

/** Known only once the person has let the page use one of them. */
async function camerasHere(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  return cameras.map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * The camera, for as long as whoever asks is on the screen: it is off the moment that they go, even while the browser
 * is still asking the person.
 * @param chosen the one that the person chose, if it is still there; undefined until that is known
 */
export function useCamera(chosen: string | null | undefined): {
  stream: MediaStream | null;
  /** All that there are, once one of them is on. */
  cameras: readonly CameraChoice[];
  /** The one that is on. */
  current: string | null;
  trouble: CameraTrouble | null;
  retry: () => void;
} {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [cameras, setCameras] = useState<readonly CameraChoice[]>([]);

  useEffect(() => {
    if (chosen === undefined) return;
    let left = false;
    let live: MediaStream | null = null;
    const open = async () => {
      try {
        const got = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: {
            width: { ideal: 1920 },
            height: { ideal: 1080 },
            ...(chosen !== null && { deviceId: { ideal: chosen } }),
          },
        });
        if (left) {
          stop(got);
          return;
        }
        live = got;
        got.getVideoTracks()[0]?.addEventListener('ended', () => {
          setStream(null);
          setTrouble('ended');
        });
        setTrouble(null);
        setStream(got);
        const found = await camerasHere().catch(() => []);
        if (!left) setCameras(found);
      } catch (error) {
        if (!left) setTrouble(troubleOf(error));
      }
    };
    void open();
    return () => {
      left = true;
      if (live) stop(live);
      setStream(null);
    };
  }, [attempt, chosen]);

  return {
    stream,
    cameras,
    current: stream?.getVideoTracks()[0]?.getSettings().deviceId ?? null,
    trouble,
    retry: () => {
      setTrouble(null);
      setAttempt((count) => count + 1);
    },
  };
}
