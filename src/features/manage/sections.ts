/** Parts of the page for operators, as its address names them. */
export const manageSections = [
  'jobs',
  'people',
  'orders',
  'gallery',
  'feedback',
  'models',
  'config',
  'acts',
] as const;
export type ManageSection = (typeof manageSections)[number];

export const isManageSection = (name: string): name is ManageSection =>
  (manageSections as readonly string[]).includes(name);
