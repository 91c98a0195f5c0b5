export const combineLayouts = ['grid', 'strips', 'diagonal', 'panorama', 'exposure'] as const;
export type CombineLayout = (typeof combineLayouts)[number];
/** Pictures that can be combined at once. */
export const combineMax = 4;
export const combineFields = Array.from({ length: combineMax }, (_, index) =>
  index === 0 ? 'image' : `image_${index + 1}`,
);
