import type { GeneratorType } from './generator-types.ts';
import type { WorkId } from './ids.ts';
import type { LocalizedText } from './languages.ts';
import { mediaKind } from './media-kind.ts';
import type { InputValues } from './model.ts';
import { folded } from './search-words.ts';

/*
 * The gallery: works that people publish for everybody (spec 1, sections 2, 5 and 7). A work is published under its own
 * id, one place for each.
 */

/** Spec 1, section 9: works of a page of the gallery. */
export const galleryPageSize = 30;
export const galleryPageMax = 100;
/** So far a list can be paged; who looks for more than that asks for words. */
export const galleryPagesMax = 1_000;
export const galleryTitleMaxCharacters = 120;
export const galleryKeywordMaxCharacters = 200;
/** Not in the specification: so many different people's reports take a work out of sight until it was looked at. */
export const galleryReportsMax = 3;
/** Not in the specification: what one person may have in the gallery. */
export const galleryWorksMax = 2_000;

/** Spec 1, section 5, "Privileged lists": types whose works may be published. */
const publishableTypes: ReadonlySet<GeneratorType> = new Set<GeneratorType>([
  'Text2Img',
  'Img2Img',
  'ProductImg',
  'Inpainting',
  'Restore',
  'Txt2Video',
  'Apps',
]);

/** Whether works of this tool may be published. */
export const isPublishable = (tool: GeneratorType): boolean => publishableTypes.has(tool);

/** Whether a work may be shown to everybody: pictures and videos of these tools (spec 1, section 5). */
export function mayBePublished(work: { jobType: GeneratorType; mediaType: string }): boolean {
  const kind = mediaKind(work.mediaType);
  return publishableTypes.has(work.jobType) && (kind === 'picture' || kind === 'video');
}

export interface GalleryCategory {
  id: number;
  name: LocalizedText;
}

/** What works are about, as whoever publishes one says; ids stay for ever, the order is that of the tabs. */
export const galleryCategories: readonly GalleryCategory[] = [
  { id: 1, name: { cn: '人物', en: 'People' } },
  { id: 2, name: { cn: '风景', en: 'Landscapes' } },
  { id: 3, name: { cn: '动植物', en: 'Animals and plants' } },
  { id: 4, name: { cn: '建筑与空间', en: 'Buildings and rooms' } },
  { id: 5, name: { cn: '奇幻与科幻', en: 'Fantasy and science fiction' } },
  { id: 6, name: { cn: '产品与设计', en: 'Products and design' } },
  { id: 7, name: { cn: '海报与文字', en: 'Posters and lettering' } },
  { id: 8, name: { cn: '抽象与纹理', en: 'Abstracts and textures' } },
  { id: 9, name: { cn: '其他', en: 'Everything else' } },
];

export const isGalleryCategory = (id: number): boolean =>
  galleryCategories.some((category) => category.id === id);

/**
 * How a work stands: `pending` waits for somebody to look at it, `reported` was published and does so again. Only
 * `published` is shown to others.
 */
export const galleryStates = ['pending', 'published', 'rejected', 'reported'] as const;
export type GalleryState = (typeof galleryStates)[number];

/** A published work as devices show it. */
export interface GalleryEntry {
  id: WorkId;
  title: string;
  author: string;
  /** The platform's own, so that a new gallery is not empty. */
  isSample: boolean;
  /** Addresses on the platform: its picture, in any of the sizes that pictures have there, and its file. */
  picture: string;
  file: string;
  jobType: GeneratorType;
  model: string;
  modelName: string;
  parameters: InputValues;
  prompt: string;
  negativePrompt: string;
  categoryId: number;
  seed: string;
  width: number;
  height: number;
  mediaType: string;
  bytes: number;
  thumbhash: string;
  publishedAtMs: number;
}

/** The width in which a picture is shown; larger ones are for who downloads it. */
const shownPictureWidth = 2_048;

/** The address by which a published picture is shown. @param width of the picture, in pixels */
export const shownPicture = (picture: string, width: number): string =>
  width > shownPictureWidth ? `${picture}?width=${shownPictureWidth}` : picture;

/** The width in which a published picture is sent with its page: at once, and not larger than a small screen is. */
const sentPictureWidth = 1_024;

/** In which widths others see a picture first, on the wall and on its page: it is made in them when it is published. */
export const firstPictureWidths = [300, 512, sentPictureWidth] as const;

/** The address by which a published picture is sent with its page. */
export const sentPicture = (picture: string): string => `${picture}?width=${sentPictureWidth}`;

/** As much of a work's title as its own page shows. */
export const shownTitle = (title: string): string =>
  title.length > 120 ? `${title.slice(0, 120)}…` : title;

/** What a list of the gallery leaves out. */
export interface GalleryFilter {
  /** Words that all have to be in a work's title, prompt or model. */
  words: string;
  categoryId: number | null;
  tool: GeneratorType | null;
  model: string | null;
}

/** A work of the person's in the gallery, as the device knows it. */
export interface Publication {
  /** Id of the work. */
  workId: string;
  state: GalleryState;
  title: string;
  categoryId: number;
  /** Null while it was never shown. */
  publishedAtMs: number | null;
  /** What whoever looked at it said; empty where nobody said anything. */
  note: string;
}

/** Why somebody thinks that a work should not be shown. */
export const reportReasons = [
  'stolen',
  'real-person',
  'sexual',
  'violent',
  'hateful',
  'misleading',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Of a public page, its picture and its file on the platform. */
export const galleryPath = (id: string): string => `/g/${id}`;

/** Chinese, Japanese and Korean are written without spaces: a run of them is looked for by its pairs of signs. */
const unspacedRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const spacedWord = /[\p{L}\p{N}]+/gu;

/** What a text is looked for by: words of languages that have spaces, and signs and pairs of signs of the others. */
export interface SearchTerms {
  words: string[];
  signs: string[];
}

/** Every sign and every two that follow each other, for a text that is to be found. */
function allSigns(run: string): string[] {
  const signs = [...run];
  return [...signs, ...signs.slice(1).map((sign, index) => signs[index] + sign)];
}

/** The fewest of them that a text with this run has: its pairs, or the one sign. */
function neededSigns(run: string): string[] {
  const signs = [...run];
  return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => signs[index] + sign);
}

function termsOf(text: string, signsOf: (run: string) => string[]): SearchTerms {
  const plain = folded(text);
  const signs = [...plain.matchAll(unspacedRun)].flatMap(([run]) => signsOf(run));
  const words = [...plain.replaceAll(unspacedRun, ' ').matchAll(spacedWord)].map(([word]) => word);
  return { words: [...new Set(words)], signs: [...new Set(signs)] };
}

/** What a work is found by. */
export const searchableTerms = (text: string): SearchTerms => termsOf(text, allSigns);

/** What a keyword asks for: a text is found when it has all of it. */
export const wantedTerms = (keyword: string): SearchTerms => termsOf(keyword, neededSigns);
