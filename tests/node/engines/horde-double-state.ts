import { plainAlchemy } from './horde-double-alchemy.ts';
import type { CallFault } from './horde-double-http.ts';
import { plainScript, type RemoteJob } from './horde-double-jobs.ts';
import type { SeenPicture } from './horde-double-rules.ts';

/** What a double was told to do, and what it saw. */
export function createState(key: string) {
  return {
    /** Registered keys and the kudos that each can spend. */
    keys: new Map([[key, 10_000]]),
    /** Generate requests that were looked at, refused ones too; the limiter's refusals are not among them. */
    submits: 0,
    /** How long it thinks about a request before it answers, and how many it has thought about at once. */
    submitDelayMs: 0,
    submitting: 0,
    mostSubmitting: 0,
    cancels: [] as string[],
    clientAgents: new Set<string>(),
    headers: new Set<string>(),
    /** What was sent, as it was sent. */
    bodies: [] as Record<string, unknown>[],
    accepted: [] as RemoteJob[],
    script: { ...plainScript },
    /** Until then its limiter takes nothing from this address. */
    closedUntilMs: 0,
    submitFaults: [] as CallFault[],
    /** Answers of the next checks that say something else. */
    checkFaults: [] as {
      status: number;
      html?: string;
      headers?: Record<string, string>;
    }[],
    cancelFaults: 0,
    alchemy: { ...plainAlchemy },
    /** What alchemists were asked for. */
    alchemyAsked: [] as { id: string; form: string; source: SeenPicture }[],
    /** Where callers reach it, when that is not its own origin. */
    origin: null as string | null,
    pictureFailures: 0,
    /** Whether pages of other origins may read the pictures' store. */
    isStoreReadable: true,
    statusCalls: 0,
    /** What was asked for a price alone, as it was sent. */
    dryRuns: [] as Record<string, unknown>[],
    /** R of section 9: above this side squared, kudos are wanted in advance. */
    freeSide: 1024,
    models: [
      { name: 'Deliberate', count: 3 },
      { name: 'stable_diffusion', count: 9 },
      { name: 'Empty Model', count: 0 },
      { name: 'Deliberate Inpainting', count: 2 },
      { name: 'Zoo', count: 1 },
    ] as { name: string; count: number; eta?: number }[],
    /** Workers that make pictures, as `/workers` tells of them. */
    pictureWorkers: [] as object[],
    alchemists: [['caption', 'nsfw', 'RealESRGAN_x4plus', 'GFPGAN', 'strip_background']],
    /** What stands at its model reference, beside the API; nothing does at first. */
    reference: null as object | null,
    maintenance: false,
    down: false,
    /** Calls that came while it was down. */
    turnedAway: 0,
  };
}
