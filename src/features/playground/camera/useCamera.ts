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

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * The camera, for as long as whoever asks is on the screen: it is off the moment that they go, even while the browser
 * is still asking the person.
 */
export function useCamera(): {
  stream: MediaStream | null;
  trouble: CameraTrouble | null;
  retry: () => void;
} {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    let live: MediaStream | null = null;
    const open = async () => {
      try {
        const got = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { width: { ideal: 1920 }, height: { ideal: 1080 } },
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
        setStream(got);
      } catch (error) {
        if (!left) setTrouble(troubleOf(error));
      }
    };
    void open();
    return () => {
      left = true;
      if (live) stop(live);
    };
  }, [attempt]);

  return {
    stream,
    trouble,
    retry: () => {
      setTrouble(null);
      setAttempt((count) => count + 1);
    },
  };
}
