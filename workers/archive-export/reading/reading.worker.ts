import { answerWith } from '../../asked-worker.ts';
import { callCollector } from './call-collector.ts';
import { sumBytes, type SummedBytes } from './sum-bytes.ts';

/** What is asked of this worker. */
export interface ReadQuestion {
  blob: Blob;
  /** Memory that the answer may come in. */
  spare: ArrayBuffer | null;
}

let filesRead = 0;

answerWith<SummedBytes>(
  ({ blob, spare }: ReadQuestion) => {
    callCollector((filesRead += 1));
    return sumBytes(blob, spare);
  },
  ({ bytes }) => [bytes.buffer],
);
