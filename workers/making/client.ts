import { proxy, wrap, type Remote } from 'comlink';
import { withProgress } from '../progress.ts';
import type {
  MadePicture,
  MakingModel,
  MakingOrder,
  MakingResult,
  MakingWorker,
} from './contract.ts';

/** Told with `MakingWorker.make`. */
export interface MakingNews {
  fraction: number;
  preview: Blob | null;
}

/** A worker with a model in it, which stays for the next request. */
export interface Making {
  measure(model: MakingModel): ReturnType<MakingWorker['measure']>;
  make(
    model: MakingModel,
    order: MakingOrder,
    onNews: (news: MakingNews) => void,
    keep: (picture: MadePicture) => Promise<void>,
  ): Promise<MakingResult<null>>;
  setPaused(isPaused: boolean): void;
  /** @throws where its code does not come */
  untilThere(): Promise<void>;
  /** At once, whatever it is doing; what it was asked rejects. */
  end(): void;
}

/** Has the service worker keep the code of this build, before somebody wants a picture without a network. */
export async function keepMakingCode(): Promise<void> {
  const making = startMaking();
  try {
    await making.untilThere();
  } finally {
    making.end();
  }
}

/** Starts a worker that makes pictures. */
export function startMaking(): Making {
  const worker = new Worker(new URL('./making.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-making',
  });
  const remote: Remote<MakingWorker> = wrap<MakingWorker>(worker);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new Error(event.message || 'The worker could not be loaded'));
  });
  return {
    measure: (model) => Promise.race([remote.measure(model), ended]),
    make: (model, order, onNews, keep) =>
      withProgress(onNews, (tell) => {
        const tellPage = proxy((fraction: number, preview: Blob | null) =>
          tell({ fraction, preview }),
        );
        return Promise.race([remote.make(model, order, tellPage, proxy(keep)), ended]);
      }),
    setPaused: (isPaused) => void remote.setPaused(isPaused),
    untilThere: () => Promise.race([remote.setPaused(false), ended]),
    end() {
      worker.terminate();
      reject(new DOMException('ended', 'AbortError'));
    },
  };
}
