import sharp from 'sharp';
import { openBounded, toSurface } from '../picture/canvas.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../tool.ts';
import { writeGlb } from './glb.ts';
import { heightsOf } from './heights.ts';
import { latheMesh } from './lathe.ts';
import type { Part } from './mesh.ts';
import { posterSide, solidKinds, solidMaxSide } from './options.ts';
import { reliefMeshes } from './relief.ts';
import { renderPoster } from './render.ts';
import { profileOf } from './subject.ts';

const white = [1, 1, 1] as const;
const clay = [0.72, 0.68, 0.62] as const;

/** Cells along the longer side, by detail. */
const cellsFor = (detail: number): number => Math.round(96 + 192 * detail);

/** A solid from a picture, as binary glTF with its texture inside. */
export const runSolid: ToolRunner = async (task, report) => {
  const { input, seed } = task;
  const kind = solidKinds.find((name) => name === input['mode']) ?? 'relief';
  const detail = Number(input['detail'] ?? 0.5);
  const { picture, warnings } = await openBounded(task.sources, 'image', solidMaxSide);
  const { data, width, height } = picture;
  report(0.1);
  try {
    const surface = toSurface(picture);
    const parts: Part[] = [];
    if (kind === 'lathe') {
      parts.push({ name: 'turned', mesh: latheMesh(profileOf(surface)), colour: white });
    } else {
      const heights = heightsOf(picture, surface, kind, cellsFor(detail), detail);
      const depth = (kind === 'relief' ? 0.22 : 0.09) * Number(input['depth'] ?? 0.5);
      const { front, body } = reliefMeshes(
        heights,
        width / height,
        depth,
        kind === 'relief' ? 0.03 : 0.012,
      );
      const plain = kind === 'lithophane';
      parts.push(
        {
          name: 'front',
          mesh: plain ? { ...front, uvs: null } : front,
          colour: plain ? clay : white,
        },
        { name: 'body', mesh: body, colour: clay },
      );
    }
    report(0.6);
    const textured = parts.some(({ mesh }) => mesh.uvs);
    const raw = { raw: { width, height, channels: 3 as const } };
    const texture = textured ? await sharp(data, raw).jpeg({ quality: 90 }).toBuffer() : null;
    const glb = writeGlb(parts, texture, kind);
    report(0.7);
    const poster = await renderPoster(parts, textured ? { data, width, height } : null, posterSide);
    report(1);
    const told = warnings.filter((warning) => warning !== 'source-made-smaller');
    return [
      {
        index: 0,
        seed,
        parameters: { ...input },
        warnings: told,
        data: glb,
        mediaType: 'model/gltf-binary',
        // Of its poster: a solid has no size in pixels.
        width: posterSide,
        height: posterSide,
        poster,
      },
    ];
  } catch (error) {
    throw pictureError(error);
  }
};
