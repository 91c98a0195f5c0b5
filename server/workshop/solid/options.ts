export const solidKinds = ['relief', 'lithophane', 'lathe'] as const;
/** Texture and heights are taken from no more than this, in pixels a side. */
export const solidMaxSide = 1024;
export const posterSide = 768;
