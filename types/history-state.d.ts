import type { WorkId } from '../src/domain/ids.ts';

/** What goes along from one page to another, and outlives a reload, without standing in the address. */
declare module '@tanstack/history' {
  interface HistoryState {
    /** The work that an app is made of. */
    appOf?: WorkId;
    /** Works that were selected where one came from. They may be thousands, which no address could name. */
    exportIds?: readonly WorkId[];
  }
}
