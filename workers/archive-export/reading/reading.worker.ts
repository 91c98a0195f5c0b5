import { answerWith } from '../../asked-worker.ts';
import { sumBytes, type SummedBytes } from './sum-bytes.ts';

/** What is asked of this worker. */
export interface ReadQuestion {
  blob: Blob;
  /** Memory that the answer may come in. */
  spare: ArrayBuffer | null;
}

answerWith<SummedBytes>(
  ({ blob, spare }: ReadQuestion) => sumBytes(blob, spare),
  ({ bytes }) => [bytes.buffer],
);
