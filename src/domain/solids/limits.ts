/** Not in the specification: bounds of a 3D object that a device is asked to open. */
export const solidMaxBytes = 200 * 1024 * 1024;
/** OBJ and PLY in letters take many times their size while they are read. */
export const solidTextMaxBytes = 64 * 1024 * 1024;
/** Corners and faces that are drawn, each as often as it is. */
export const solidMaxVertices = 4_000_000;
export const solidMaxTriangles = 4_000_000;
/** What the description of a GLB may take; the rest of it are numbers. */
export const solidMaxJsonBytes = 16 * 1024 * 1024;
/** Parts that are placed, each with a name and a place of its own. */
export const solidMaxNodes = 50_000;
export const solidMaxDepth = 500;
/** Parts of a motion, each of which moves one of them. */
export const solidMaxChannels = 2_000;
export const solidMaxTextures = 128;
/** Of all its pictures together, and of a side of each as it is drawn. */
export const solidMaxTexturePixels = 96 * 1024 * 1024;
export const solidMaxTextureSide = 4_096;
/** Nobody waits longer for one to open. */
export const solidOpenTimeoutMs = 120_000;
