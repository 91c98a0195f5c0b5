import { answerWith } from '../../asked-worker.ts';
import { callCollector } from './call-collector.ts';
import { memoryOf, readFiles, type ReadAnswer, type ReadQuestion } from './read-files.ts';

/** Whoever asks holds most of what is to be collected. */
const filesBetweenCalls = 64;

answerWith<ReadAnswer>(
  (question: ReadQuestion) => {
    callCollector(question.files.length, filesBetweenCalls);
    return readFiles(question);
  },
  (files) => files.flatMap(memoryOf),
);
