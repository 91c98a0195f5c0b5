/** Values of a picture or of latents: one plane of `width` × `height` behind the other. */
export interface Planes {
  data: Float32Array;
  width: number;
  height: number;
}
