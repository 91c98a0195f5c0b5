import type { Language } from './languages.ts';
import { textPages } from './text-pages.ts';

/*
 * Pages of the app whose HTML says by itself what they are, before any script: the build writes it, the platform sends it.
 */

/** By the last part of their addresses; home has none. */
export const writtenPages = ['', 'about', 'smart-apps', 'history', ...textPages] as const;
export type WrittenPageName = (typeof writtenPages)[number];

/** Where the built app keeps them. */
export const writtenPagesFile = 'written-pages.json';

export interface WrittenPage {
  /** Empty for home, which has the product's name alone. */
  title: string;
  description: string;
  /** What the page shows, as HTML; empty where index.html's shell has it already, or where it is not known before. */
  body: string;
  /** What only this page has of style, as CSS. */
  style: string;
}
export type WrittenPages = Readonly<
  Partial<Record<WrittenPageName, Readonly<Record<Language, WrittenPage>>>>
>;

/** In index.html's shell, once per language: there the page goes. */
export const writtenPagePlace = '<div data-written="true"></div>';
