import type { Language } from './languages.ts';
import { textPages } from './text-pages.ts';

/*
 * Pages of the app whose HTML says by itself what they are, before any script: the build writes it, the platform sends it.
 */

/** By the last part of their addresses; home has none. */
export const writtenPages = ['', 'about', 'smart-apps', 'history', ...textPages] as const;
export type WrittenPageName = (typeof writtenPages)[number];

/** Tools whose form index.html has, because it begins with words. */
export const shellTools = ['Text2Img', 'Txt2Video', 'Txt2Logo', 'Text2Voice', 'GenMusic'] as const;
export type ShellTool = (typeof shellTools)[number];

/** Where the built app keeps them. */
export const writtenPagesFile = 'written-pages.json';

/** HTML for index.html's shell. */
export interface WrittenPart {
  /** Empty where the shell has it already, or where it is not known before. */
  body: string;
  /** What only this part has of style, as CSS. */
  style: string;
}

export interface WrittenPage extends WrittenPart {
  /** Empty for home, which has the product's name alone. */
  title: string;
  description: string;
}

export interface WrittenPages {
  pages: Partial<Record<WrittenPageName, Record<Language, WrittenPage>>>;
  /** What a newcomer is told by the form of a tool, with `modelPlace` where its model describes itself. */
  invitations: Partial<Record<ShellTool, Record<Language, WrittenPart>>>;
  /** A published work by what it is, with `workPlaces` where the platform says which one it is. */
  works?: Record<WrittenWork, WrittenPart>;
}

/** Published works that can be seen before the app is there: a picture, and the one that stands for a video. */
export const writtenWorks = ['picture', 'video'] as const;
export type WrittenWork = (typeof writtenWorks)[number];

/** A character of nobody's. */
export const modelPlace = '\uE000';

/** More of them, for a published work: what it is called, its picture, and as large as it is. */
export const workPlaces = {
  title: '\uE001',
  address: '\uE002',
  ratio: '\uE003',
  width: '\uE004',
  height: '\uE005',
} as const;

/** In index.html's shell, once per language: there the parts go, inside of the elements. */
export const writtenPlaces = {
  page: '<div data-written="true">',
  invitation: '<div class="kiln-shell-newcomer kiln-shell-invitation" data-invitation="true">',
} as const;
