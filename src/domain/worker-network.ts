/** Keys by which one person's workers are recognised, at most. */
export const workerKeysMax = 20;
export const workerKeyNameMax = 60;

/** Least seconds that a worker may take for a picture; the Horde's own number, and what an operator may choose. */
export const workerLeaseSeconds = { default: 150, min: 5, max: 3_600 } as const;

/** Whose workers: those of this platform, or the AI Horde's. */
export const networks = ['here', 'horde'] as const;
export type NetworkOf = (typeof networks)[number];

/** A worker as the dashboard shows it (spec 2, section 4). */
export interface NetworkWorker {
  id: string;
  name: string;
  info: string;
  /** `name#number`; empty where its owner does not tell. */
  owner: string;
  /** Seconds. */
  uptime: number;
  megapixelsteps_generated: number;
  /** Megapixelsteps a second; 0 where nothing has been measured. */
  speed: number;
  requests_fulfilled: number;
  kudos: number;
  threads: number;
  models: string[];
  maintenance: boolean;
  online: boolean;
  /** Id of its team; empty without one. */
  team: string;
}

export interface NetworkTeam {
  id: string;
  name: string;
  info: string;
  uptime: number;
  requests_fulfilled: number;
  kudos: number;
  worker_count: number;
  model_count: number;
}

export interface NetworkModel {
  name: string;
  /** Threads of workers that have it. */
  count: number;
  /** Megapixelsteps that wait. */
  queued: number;
  jobs: number;
  /** Seconds until what waits is done; null where nobody is there to do it. */
  clear_seconds: number | null;
}

export interface NetworkUser {
  username: string;
  kudos: number;
  megapixelsteps: number;
}

export interface NetworkNewsItem {
  date_published: string;
  title: string;
  /** Markdown of strangers. */
  newspiece: string;
  importance: string;
}

export interface NetworkFigures {
  queued_requests: number;
  queued_megapixelsteps: number;
  past_minute_megapixelsteps: number;
  worker_count: number;
  thread_count: number;
}

/** Spec 2, section 9: how many of the leaderboard are shown, beside one's own row. */
export const leaderboardRows = 10;
