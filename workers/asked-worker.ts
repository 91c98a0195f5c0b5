/** What goes to such a worker … */
interface Asked<Question> {
  number: number;
  question: Question;
}

interface Thrown {
  name: string;
  message: string;
  /** A DOMException, such as a file that is lost: that is told apart from everything else that can go wrong. */
  isOfBrowser: boolean;
}

/** … and what comes back, as it is ready. */
type Told<Answer> = { number: number } & ({ answer: Answer } | { thrown: Thrown });

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

function errorOf({ name, message, isOfBrowser }: Thrown): Error {
  if (isOfBrowser) return new DOMException(message, name);
  return Object.assign(new Error(message), { name });
}

/** A worker that was asked is no more. */
export class WorkerGoneError extends Error {}

/**
 * Asks a worker of a worker: for one question, where a whole interface of calls would be more code than what answers.
 */
export class AskedWorker<Question, Answer> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #asked = 0;
  #isGone = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Told<Answer>>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if ('answer' in data) waiting?.resolve(data.answer);
      else waiting?.reject(errorOf(data.thrown));
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.stop();
    });
  }

  /**
   * @param moved goes along and is not here any more
   * @throws WorkerGoneError when it could not be loaded, died or was stopped; else what it threw, a DOMException as one
   */
  ask(question: Question, moved: Transferable[] = []): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (this.#isGone) {
      reject(new WorkerGoneError());
      return promise;
    }
    const asked: Asked<Question> = { number: (this.#asked += 1), question };
    this.#waiting.set(asked.number, { resolve, reject });
    this.#worker.postMessage(asked, moved);
    return promise;
  }

  stop(): void {
    this.#isGone = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new WorkerGoneError());
    this.#waiting.clear();
  }
}

/**
 * Answers what `AskedWorker` asks, in such a worker.
 * @param work of what is asked there
 * @param moved of an answer what goes along
 */
export function answerWith<Answer>(
  work: (question: never) => Promise<Answer>,
  moved: (answer: Answer) => Transferable[] = () => [],
): void {
  const tell = (told: Told<Answer>, transfer: Transferable[]) =>
    globalThis.postMessage(told, { transfer });
  globalThis.addEventListener('message', ({ data }: MessageEvent<Asked<never>>) => {
    const { number, question } = data;
    work(question).then(
      (answer) => tell({ number, answer }, moved(answer)),
      (error: Error) => {
        const { name, message } = error;
        tell({ number, thrown: { name, message, isOfBrowser: error instanceof DOMException } }, []);
      },
    );
  });
}
