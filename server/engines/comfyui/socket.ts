import { WebSocket } from 'undici';

import { backoffDelayMs } from '../../../src/domain/backoff.ts';
import type { EnginePreview } from '../contract/engine.ts';
import { socketMessage, type SocketMessage } from './answers.ts';
import { readFrame } from './frames.ts';

export interface ComfySocket {
  /** Resolves once it is open, or could not be opened at the first try. */
  ready: Promise<void>;
  isOpen(): boolean;
  close(): void;
}

const textMaxCharacters = 4 * 1024 * 1024;
const reconnect = { baseMs: 250, capMs: 15_000 };

function parseMessage(text: string): SocketMessage | null {
  if (text.length > textMaxCharacters) return null;
  try {
    const parsed = socketMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Listens to one client's messages until it is closed, connecting again as often as the line breaks. Nothing
 * depends on it: what it brings is progress and previews, the queue and the history tell the rest.
 */
export function openSocket(options: {
  url: string;
  headers: Record<string, string>;
  onMessage(message: SocketMessage): void;
  onPreview(preview: EnginePreview, promptId: string | null): void;
}): ComfySocket {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  let socket: WebSocket | null = null;
  let isClosed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;

  function connect(): void {
    timer = null;
    const opened = new WebSocket(options.url, { headers: options.headers });
    socket = opened;
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('open', () => {
      failures = 0;
      // Newer builds then name the prompt that a preview belongs to; older ones do not listen.
      const data = { supports_preview_metadata: true };
      opened.send(JSON.stringify({ type: 'feature_flags', data }));
      resolve();
    });
    opened.addEventListener('message', (event) => {
      const data: unknown = event.data;
      if (isClosed) return;
      if (typeof data === 'string') {
        const message = parseMessage(data);
        if (message) options.onMessage(message);
      } else if (data instanceof ArrayBuffer) {
        const frame = readFrame(data);
        if (frame) options.onPreview(frame.preview, frame.promptId);
      }
    });
    // An error is followed by a close.
    opened.addEventListener('error', () => undefined);
    opened.addEventListener('close', () => {
      resolve();
      if (isClosed) return;
      failures += 1;
      timer = setTimeout(connect, backoffDelayMs(reconnect, failures, Math.random()));
      timer.unref();
    });
  }

  connect();
  return {
    ready,
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      socket?.close();
      resolve();
    },
  };
}
