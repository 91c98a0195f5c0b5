/** So much an archive has of a work besides its files: how it was made, twice, and where it lies. */
const textBytesAWork = 4 * 1024;

/**
 * Room that an archive takes, as a guess that is rather too large.
 * @param fileBytes of the works' own files
 */
export const archiveRoomBytes = (fileBytes: number, works: number): number =>
  fileBytes + works * textBytesAWork;
