/** A file that a job works on. */
export interface StoredSource {
  field: string;
  fileId: string;
}

/** What a submission was answered with, and every repeat of it will be. */
export interface StoredAnswer {
  status: number;
  body: unknown;
}
