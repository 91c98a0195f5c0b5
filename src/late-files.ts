import { fetchLateFiles } from '../sw/client.ts';
import { hasAnyWork } from './db/works/works.ts';
import { mayPrefetch } from './jobs/transfer/prefetch-allowance.ts';

/**
 * Has the large parts of the app that few people open (videos, 3D, archives) fetched for whoever has works, so that they
 * open without a network at their first use, too. Not where data or room are spared.
 */
export async function fetchLateFilesIfUseful(): Promise<void> {
  if (navigator.onLine && (await hasAnyWork()) && (await mayPrefetch())) await fetchLateFiles();
}
