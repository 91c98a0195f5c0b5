import { refreshModels } from './refresh-models.ts';

/**
 * The code of each poll, loaded by the first one that has something to do: a visitor's start needs
 * little of it. Every start asks for the models, and the form of a first visit waits for them.
 */
export const pollParts = {
  jobs: () => import('./follow-jobs.ts'),
  balance: () => import('./refresh-balance.ts'),
  models: async () => ({ refreshModels }),
  works: () => import('./poll-works.ts'),
  smallPictures: () => import('./fetch-thumbnails.ts'),
  reports: () => import('./send-reports.ts'),
};
export type PollParts = typeof pollParts;
