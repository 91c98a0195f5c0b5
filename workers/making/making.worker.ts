import { expose } from 'comlink';
import type { MakingWorker } from './contract.ts';
import { make, measure } from './make.ts';
import { pause } from './pause.ts';

const worker: MakingWorker = {
  measure,
  make,
  setPaused(isPaused) {
    pause.set(isPaused);
  },
};

expose(worker);
