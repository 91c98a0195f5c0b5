import { sumBytes, type SummedBytes } from './sum-bytes.ts';

/** What is asked of this worker; answers come as they are ready. */
export interface ReadQuestion {
  number: number;
  blob: Blob;
  /** Memory that the answer may come in. */
  spare: ArrayBuffer | null;
}

export type ReadAnswer = { number: number } & (
  | { summed: SummedBytes }
  | { error: { name: string; message: string } }
);

async function answer({ number, blob, spare }: ReadQuestion): Promise<void> {
  const tell = (told: ReadAnswer, moved: Transferable[]) =>
    self.postMessage(told, { transfer: moved });
  try {
    const summed = await sumBytes(blob, spare);
    tell({ number, summed }, [summed.bytes.buffer]);
  } catch (error) {
    const { name, message } = error as DOMException;
    tell({ number, error: { name, message } }, []);
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ReadQuestion>) => void answer(data));
