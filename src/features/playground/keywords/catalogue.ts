import { textIn, type Language, type LocalizedText } from '../../../domain/languages.ts';
import { colour } from './catalogue/colour.ts';
import { lighting } from './catalogue/lighting.ts';
import { material } from './catalogue/material.ts';
import { medium } from './catalogue/medium.ts';
import { person } from './catalogue/person.ts';
import { photography } from './catalogue/photography.ts';
import { postProduction } from './catalogue/post-production.ts';
import { shape } from './catalogue/shape.ts';
import type { Keyword } from './keyword.ts';

/** An attribute of an object, e.g. the kinds of painting. */
export interface KeywordGroup {
  name: LocalizedText;
  keywords: readonly Keyword[];
}

/** One of the eight things that keywords are about. */
export interface KeywordObject {
  name: LocalizedText;
  groups: readonly KeywordGroup[];
}

/**
 * Reads one object's text: `# english|中文` begins a group, every other line is a keyword `english|中文`. English is
 * spelled as in the captions that models learn from (color, gray), names of groups as in the rest of the app.
 */
function readGroups(text: string): KeywordGroup[] {
  const groups: { name: LocalizedText; keywords: Keyword[] }[] = [];
  for (const line of text.trim().split('\n')) {
    if (line === '') continue;
    const isGroup = line.startsWith('# ');
    const [en = '', cn = ''] = (isGroup ? line.slice(2) : line).split('|');
    if (isGroup) groups.push({ name: { en, cn }, keywords: [] });
    else groups.at(-1)?.keywords.push({ english: en, chinese: cn });
  }
  return groups;
}

/** Spec 2, section 3: the objects and their attribute groups, in its order. */
export const keywordObjects: readonly KeywordObject[] = [
  { name: { en: 'Post-production', cn: '后期' }, groups: readGroups(postProduction) },
  { name: { en: 'Medium', cn: '媒介' }, groups: readGroups(medium) },
  { name: { en: 'Lighting', cn: '光照' }, groups: readGroups(lighting) },
  { name: { en: 'Photography', cn: '摄影' }, groups: readGroups(photography) },
  { name: { en: 'Material', cn: '材质' }, groups: readGroups(material) },
  { name: { en: 'Colour', cn: '颜色' }, groups: readGroups(colour) },
  { name: { en: 'Person', cn: '人物' }, groups: readGroups(person) },
  { name: { en: 'Shape', cn: '形状' }, groups: readGroups(shape) },
];

/** How many keywords there are to search. */
export const keywordCount = keywordObjects
  .flatMap(({ groups }) => groups)
  .reduce((sum, { keywords }) => sum + keywords.length, 0);

/** Where one is in the catalogue, by index. */
export interface KeywordPlace {
  object: number;
  group: number;
}

/** Spec 2, section 4: another object begins at its first group. */
export function openObject(object: number): KeywordPlace {
  return { object, group: 0 };
}

/** The group behind this one; after an object's last, the next object's first; null at the end. */
export function nextPlace({ object, group }: KeywordPlace): KeywordPlace | null {
  const groups = keywordObjects[object]?.groups.length ?? 0;
  if (group + 1 < groups) return { object, group: group + 1 };
  return object + 1 < keywordObjects.length ? openObject(object + 1) : null;
}

/** "Medium · Painting", in a language. */
export function placeName({ object, group }: KeywordPlace, language: Language): string {
  const at = keywordObjects[object];
  const names = [at?.name, at?.groups[group]?.name];
  return names.flatMap((name) => (name ? textIn(name, language) : [])).join(' · ');
}
