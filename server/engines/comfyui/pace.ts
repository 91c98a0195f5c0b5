/** How often and how long a ComfyUI is asked. */
export interface ComfyPace {
  /** Between polls of the queue while waiting. */
  waitingMs: number;
  /** The same while the socket tells what happens. */
  runningMs: number;
  findLostMs: number;
  findLostStepMs: number;
  /** Without any answer for this long, the platform is told. */
  silenceMs: number;
}

export const defaultPace: ComfyPace = {
  waitingMs: 1_500,
  runningMs: 4_000,
  findLostMs: 4_000,
  findLostStepMs: 500,
  silenceMs: 2 * 60_000,
};
