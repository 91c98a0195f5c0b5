/** What a plot shows: one line over time. */
export interface PlotProps {
  /** What it is, with its unit. */
  title: string;
  /** The newest value and whatever else a reader needs who sees no picture. */
  summary: string;
  /** Milliseconds since the epoch, rising. */
  times: readonly number[];
  /** Null where nothing is known. */
  values: readonly (number | null)[];
  /** Writes a value at the axis. */
  format: (value: number) => string;
  formatTime: (atMs: number) => string;
}
