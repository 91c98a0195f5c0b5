import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

export interface Cutter {
  /** Origin for the device, without a trailing slash. */
  readonly url: string;
  /** Where connections go on to; a restarted platform has another port. */
  target: string;
  /** All that came from the device, headers included. */
  readonly sentBytes: number;
  readonly cuts: number;
  stop(): Promise<void>;
}

/**
 * A line that breaks whenever the device has sent a certain number of bytes over it, wherever in a request that
 * is: what was sent before has left, what comes after has not.
 * @param onSent told the total after each piece
 */
export async function startCutter(
  target: string,
  everyBytes: number,
  onSent: (sentBytes: number) => void = () => undefined,
): Promise<Cutter> {
  let sentBytes = 0;
  let carriedBytes = 0;
  let cuts = 0;
  const open = new Set<Socket>();

  const server = createServer((device) => {
    const { hostname, port } = new URL(cutter.target);
    const platform = connect(Number(port), hostname);
    const close = () => {
      device.destroy();
      platform.destroy();
    };
    for (const socket of [device, platform]) {
      open.add(socket);
      socket.on('error', close);
      socket.on('close', () => {
        open.delete(socket);
        close();
      });
    }
    platform.pipe(device);
    device.on('data', (data) => {
      const left = everyBytes - (carriedBytes % everyBytes);
      const piece = data.subarray(0, left);
      sentBytes += data.length;
      carriedBytes += piece.length;
      platform.write(piece);
      if (piece.length === left) {
        cuts += 1;
        close();
      }
      onSent(sentBytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port was given');

  const cutter: Cutter = {
    url: `http://127.0.0.1:${address.port}`,
    target,
    get sentBytes() {
      return sentBytes;
    },
    get cuts() {
      return cuts;
    },
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
  return cutter;
}
