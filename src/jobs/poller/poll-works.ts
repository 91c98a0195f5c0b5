/** What polling the works needs, loaded in one piece when somebody is logged in. */
export { dropAbandonedDownloads } from '../../db/media/drop-downloads.ts';
export { planOriginals } from '../../db/works/originals.ts';
export { mayPrefetch } from '../transfer/prefetch-allowance.ts';
export { refreshStoredBytes } from './refresh-stored-bytes.ts';
export { syncWorks } from './sync-works.ts';
