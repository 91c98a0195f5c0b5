/** Constants and limits of the specification (section 9 of both documents), used by app and platform alike. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export const dimensionRange: NumberRange = { min: 64, max: 2048, step: 64 };
export const dimensionRangeLarger: NumberRange = { min: 64, max: 3072, step: 64 };
export const imageCountRange: NumberRange = { min: 1, max: 4, step: 1 };
export const stepsRange: NumberRange = { min: 1, max: 50, step: 1 };
export const stepsRangeLarger: NumberRange = { min: 1, max: 500, step: 1 };
/** Spec 1, section 9: what a sampler that chooses its steps by itself is counted with. */
export const adaptiveSamplerSteps = 50;
export const cfgScaleRange: NumberRange = { min: 1, max: 24, step: 0.5 };
export const denoisingStrengthRange: NumberRange = { min: 0.1, max: 1, step: 0.05 };
export const clipSkipRange: NumberRange = { min: 1, max: 10, step: 1 };
export const seedVariationRange: NumberRange = { min: 1, max: 1000, step: 1 };

/** Seeds travel as decimal strings of an unsigned 32-bit number. */
export const seedMax = 4_294_967_295;

/** The specification names a limit ('Prompt is too long') but no figure; ours, in characters. */
export const promptMaxCharacters = 7_000;

/** More than any list of recent tools shows. */
export const recentToolsKept = 12;

export const modelNameMaxCharacters = 35;
export const loraNameMaxCharacters = 25;
export const downloadNameMaxCharacters = 128;
/**
 * Up to this size a file that is not on the device is downloaded in one go (spec 1, section 9, videos); a larger one comes
 * home in parts first.
 */
export const wholeDownloadMaxBytes = 31_457_280;
export const nicknameMaxCharacters = 100;
export const lorasMax = 4;

/** Spec 1, sections 5 and 9: the drawing dialog. */
export const canvasSideRange: NumberRange = { min: 100, max: 4_096, step: 1 };
export const canvasSideDefault = 800;
export const brushSizeRange: NumberRange = { min: 1, max: 50, step: 1 };
export const brushSizeDefault = 10;
/** Longer side of the mask that a brush's size is measured on. */
export const maskReferenceSide = 512;
export const drawingUndoMax = 50;
/** Spec 1, section 2: how long what was cut out is shown. */
export const cropPreviewMs = 5_000;
/** Spec 1, section 9: what a picture grows by on a side. */
export const outpaintDefault = 128;
/** Not in the specification: colours used last that are kept at hand. */
export const recentColoursMax = 8;

/** Not in the specification: lists of words that a person keeps for `__name__`, and styles of their own. */
export const wildcardListsMax = 100;
export const wildcardListMaxEntries = 5_000;
export const wildcardEntryMaxCharacters = 500;
export const wildcardFileMaxBytes = 512 * 1024;
export const wildcardsMaxCharacters = 2_000_000;
export const ownStylesMax = 200;
export const ownStyleNameMaxCharacters = 40;

export const historyPageSize = 25;
export const historyGridPageSize = 30;
export const recordsDialogPageSize = 42;
/** Spec 1, section 9: history prompts are fetched in twice the page size. */
export const promptPageSize = 2 * historyPageSize;
/** Not in the specification: prompts that a person keeps at hand with a star. */
export const starredPromptsMax = 200;
export const galleryPageSize = 30;
export const ledgerPageSize = 10;

export const statusPollMinIntervalMs = 500;
export const creditPollIntervalMs = 5_000;
export const creditPollMinIntervalMs = 1_000;
/** Not in the specification: somebody may wait for an app whose link they have opened. */
export const modelsPollMinIntervalMs = 1_000;
/** Not in the specification: what other devices did is asked for no more often than this. */
export const worksPollMinIntervalMs = 2_000;
export const remoteCacheTtlMs = 300_000;
/** Spec 2, sections 2 and 7: calls of the user endpoints, and how long a link's `user_source` is kept. */
export const userCallTimeoutMs = 5_000;
export const userSourceLifetimeMs = 10 * 60_000;
/** Of a password that is chosen. */
export const passwordMinCharacters = 12;
export const passwordMaxCharacters = 128;

/** Not in the specification: what is longer is cut. */
export const userSourceMaxCharacters = 200;
export const currentModelTtlMs = 10 * 60_000;
export const sessionLifetimeMs = 12 * 3_600_000;

export const dailyCreditsGeneral = 10;
export const dailyCreditsVip = 20;

/** Not in the specification: the longest side that a built-in tool makes. */
export const resultMaxSide = 8192;

/** Not in the specification: bounds of one uploaded source picture. */
export const uploadMaxBytes = 40 * 1024 * 1024;
export const uploadMaxPixels = 64 * 1024 * 1024;
/** What lies beside a picture's pixels: as it is stored, and what a decoder would inflate of it. */
export const uploadMetadataMaxBytes = 16 * 1024 * 1024;
export const uploadMetadataMaxInflatedBytes = 4 * 1024 * 1024;
export const uploadMetadataMaxPieces = 4_096;
/** Of an animation; engines look at the first one. */
export const uploadMaxFrames = 1_000;
/** Passes of a progressive JPEG; encoders make about ten. */
export const uploadMaxScans = 100;
/** Spec 1, section 5, lets small uploads travel inside a request and names no figure; of one file, and of a request. */
export const inlineSourceMaxBytes = 256 * 1024;
export const inlineSourcesMaxBytes = 4 * 1024 * 1024;
/** Pictures that one field takes where its model names no number. */
export const uploadsPerField = 8;
/** However many a model takes. */
export const uploadsMost = 32;
export const uploadImageTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/bmp',
] as const;

/** Not in the specification: pictures of one share, and what one person's shares may hold until they are used. */
export const sharedAtOnceMax = 10;
export const sharesWaitingMax = 30;
export const sharesWaitingMaxBytes = 200 * 1024 * 1024;

export const idempotencyKeyMaxCharacters = 64;

/** So much trying without getting through, and a transient failure asks the person instead of retrying silently. */
export const askAfterMs = 24 * 3_600_000;

/** Longer than the longest pause that the queue makes by itself between two attempts: in a longer one nobody tried. */
export const tryingGapMaxMs = 15 * 60_000;

/** What was removed can be brought back this long from where it was removed; the studio is told after it. */
export const deleteUndoMs = 8_000;

/** Stars of a rating; the specification knows only rated and not rated. */
export const ratingMax = 5;

/** A tap travels as its age (docs/adr/0012); an older one is said to be this old. */
export const tapAgeMaxMs = 366 * 86_400_000;

/** Ids that one call about works may carry. */
export const worksPerCallMax = 1_000;

/** Not in the specification: an address of a file is good for this long at least, and for twice as long at most. */
export const fileAddressMs = 24 * 3_600_000;

/** Waiting generations that one call may put in another order. */
export const jobsPerOrderMax = 1_000;

/** Not in the specification: how a running job's picture looks so far, as WebP. */
export const previewMaxSide = 256;
export const previewMaxBytes = 24 * 1024;
export const previewMinIntervalMs = 1_000;

/** Not in the specification: seconds of a film and of a piece of music made here. */
export const videoSecondsRange: NumberRange = { min: 2, max: 10, step: 1 };
export const musicSecondsRange: NumberRange = { min: 10, max: 180, step: 5 };

/** Not in the specification: what is read aloud at a time, about a quarter of an hour. */
export const speechMaxCharacters = 4_000;

/** Not in the specification: the longest film that gets a sound. */
export const soundtrackMaxSeconds = 180;

/** Not in the specification: bounds of a list of tags; what is more is left out, a file that is larger is refused. */
export const tagListMaxBytes = 12 * 1024 * 1024;
export const tagListMaxTags = 300_000;
export const tagMaxCharacters = 120;
export const tagAliasesMax = 40;

/** Not in the specification: how deep a JSON body may be nested; what walks over it may be recursive. */
export const bodyMaxDepth = 64;

/** Not in the specification: what a device may say of what went wrong on it, without a login. */
export const deviceLogMaxBytes = 16 * 1024;
export const deviceLogMaxDepth = 8;
export const deviceLogKeptCharacters = 2_000;
export const deviceLogsPerMinute = 30;

/**
 * Not in the specification: combinations of one press in compare mode. A grid of 8 × 8 is as much as an eye can
 * compare, and more would spend a day's credits many times over and hold up everything else in line.
 */
export const compareCombinationsMax = 64;

/** Not in the specification: a grid as one picture. Phones refuse a canvas with more pixels than this. */
export const gridPictureMaxPixels = 16_777_216;
export const gridPictureMaxSide = 8_192;
/** A cell is drawn no larger than the small pictures that every work has. */
export const gridPictureCellMax = 512;

/** Not in the specification: what is read of the settings that a picture carries; what is more is not looked at. */
export const recipeMaxCharacters = 4 * 1024 * 1024;
export const recipeMaxPieces = 256;
export const recipeMaxDeflated = 16;
export const recipeMaxNodes = 5_000;
/** From a sampler back to the words: so many nodes may lie between them. */
export const recipeMaxSteps = 200;
export const recipeLorasMax = 20;
export const recipeReadMs = 5_000;
/** An XMP packet is a page of XML; larger ones hold pictures. */
export const recipeXmpMaxBytes = 512 * 1024;
/** What a picture that leaves says of its request in Kiln's own words; a longer one says it in A1111's alone. */
export const recipeRequestMaxCharacters = 40_000;
/** A link with a form's settings; longer ones are cut off on the way by some programs. */
export const formLinkMaxCharacters = 6_000;
export const formLinkMaxSettings = 60;

/** Not in the specification: what a device keeps of an output's error, and reports of what ended badly. */
export const outputErrorMaxCharacters = 500;
export const reportsPerCallMax = 8;
export const reportsMinIntervalMs = 60_000;
export const reportsMaxAgeMs = 24 * 3_600_000;

/** Not in the specification: names that a device keeps of models that were in its list once. */
export const modelNamesKept = 2_000;

/** Not in the specification: what the platform is told of a work that no job made. */
export const ownWorkParametersMaxCharacters = 64 * 1024;
/** Both parts of it; prompts of other programs are longer than ours. */
export const ownWorkPromptMaxCharacters = 40_000;
export const ownWorkSourcesMax = 500;
export const ownWorkMaxSide = 65_535;

/** Characters of a search; the id of a model is not longer either. */
export const searchWordsMax = 200;

/** Of the name of an input; of something within something else it is the path to it. */
export const inputPathMaxCharacters = 200;

/** Not in the specification: what is read of an archive that somebody brings; what is more is refused. */
export const importMaxEntries = 200_000;
export const importDirectoryMaxBytes = 64 * 1024 * 1024;
/** One read of an archive; larger entries go through in so many bytes at a time. */
export const importWindowBytes = 8 * 1024 * 1024;
export const importEntryMaxBytes = 2 * 1024 * 1024 * 1024;
/** What is unpacked is held until it has been checked, unlike what lies in the archive as it is. */
export const importUnpackedMaxBytes = 512 * 1024 * 1024;
/** An entry that grows by more than this while it is unpacked is a bomb, unless it is small whatever it does. */
export const importRatioMax = 200;
export const importRatioFromBytes = 1024 * 1024;
export const importNameMaxBytes = 1_024;
/** Of one sidecar, and of a list of all works of an archive. */
export const importSidecarMaxBytes = 1024 * 1024;
export const importListMaxBytes = 64 * 1024 * 1024;
/** Settings of one imported work. */
export const importSettingsMax = 100;
/** Works written as one change, and their bytes: half as many take a fifth longer, twice as many no less. */
export const importBatchWorks = 128;
export const importBatchBytes = 16 * 1024 * 1024;
/** Refused entries that are told by name; beyond that they are counted. */
export const importRefusalsTold = 1_000;
/** Pictures that an import decodes at the same time have no more pixels together, unless one alone has. */
export const importMaxPixelsAtOnce = 16 * 1024 * 1024;
export const importProgressMs = 100;

/** Not in the specification: albums and tags of one's own; how many a person may have, and works in all of them. */
export const albumNameMaxCharacters = 60;
export const workTagMaxCharacters = 40;
export const albumsMax = 1_000;
/** Albums and tags that an import takes from one archive. */
export const archivedAlbumsMax = 5_000;
export const membershipsMax = 500_000;
/** Changes of albums that one call may carry, and rows that one answer does. */
export const albumsPerCallMax = 100;
export const albumChangesPageSize = 1_000;
