/** Links to works that a person gives to people without an account: `/s/<token>` on the platform. */

/** 128 random bits as base64url; the platform makes them. */
export const linkTokenPattern = /^[\w-]{22}$/;

export const linkPath = (token: string): string => `/s/${token}`;

export const linkTitleMaxCharacters = 120;
/** Not in the specification: links that one person may have given at a time. */
export const linksMax = 1_000;

/** A link that the platform has given and nobody has taken back. */
export interface WorkLink {
  token: string;
  /** Id of the work. */
  workId: string;
  title: string;
  showsPrompt: boolean;
  createdAtMs: number;
}
