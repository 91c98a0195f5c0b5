import { answerWith } from '../../asked-worker.ts';
import { callCollector } from './call-collector.ts';
import { sumBytes, type SummedBytes } from './sum-bytes.ts';

/** What is asked of this worker. */
export interface ReadQuestion {
  blob: Blob;
  /** Memory that the answer may come in. */
  spare: ArrayBuffer | null;
}

/** Whoever asks holds most of what is to be collected. */
const filesBetweenCalls = 64;

let filesRead = 0;

answerWith<SummedBytes>(
  ({ blob, spare }: ReadQuestion) => {
    callCollector((filesRead += 1), filesBetweenCalls);
    return sumBytes(blob, spare);
  },
  ({ bytes }) => [bytes.buffer],
);
