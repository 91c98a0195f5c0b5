import { afterEach, describe, expect, test } from 'vitest';
import { startView, turned } from '../../../src/domain/solids/orbit.ts';
import { sha256Hex } from '../../../src/media/hash.ts';
import { readSolid } from '../../../src/media/solid/read-solid.ts';
import { SolidStage } from '../../../src/media/solid/stage.ts';
import { openSolid } from '../../../workers/solid/client.ts';
import {
  cloudPly,
  cubeGlb,
  cubeObj,
  cubePly,
  hostileSolids,
  hostileTexts,
  metalGlb,
  texturedGlb,
  twiceMovingGlb,
} from '../../fixtures/solids.ts';

const look = {
  view: startView,
  width: 64,
  height: 48,
  wireframe: false,
  motion: 0,
  motionSeconds: 0,
};
let closing = new AbortController();

afterEach(() => {
  closing.abort();
  closing = new AbortController();
});

function open(bytes: Uint8Array<ArrayBuffer>, mediaType: string) {
  const canvas = document.createElement('canvas');
  return openSolid(new Blob([bytes], { type: mediaType }), mediaType, canvas, look, {
    signal: closing.signal,
    onProgress: () => undefined,
    onLost: () => undefined,
  });
}

/** Colours at parts of a picture's width, in its middle. */
async function coloursOf(picture: Blob, ...places: number[]): Promise<number[][]> {
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return places.map((part) => [
    ...context.getImageData(Math.floor(part * bitmap.width), bitmap.height / 2, 1, 1).data,
  ]);
}

describe('a 3D object', () => {
  test.each([
    ['a GLB', 'model/gltf-binary', cubeGlb(), 12, 0],
    ['a PLY', 'model/ply', cubePly(), 12, 0],
    ['an OBJ', 'model/obj', cubeObj(), 12, 0],
    ['a cloud of points', 'model/ply', cloudPly(20_000), 0, 20_000],
  ])('%s opens and is drawn', async (_what, mediaType, bytes, triangles, points) => {
    const session = await open(bytes, mediaType);
    expect(session).toMatchObject({ triangles, points });
    const { blob, width, height } = await session.picture();
    expect([width, height]).toEqual([512, 512]);
    const [edge, middle] = await coloursOf(blob, 0.01, 0.5);
    expect(middle).not.toEqual(edge);
    session.draw({ ...look, view: turned(startView, 1, 0), wireframe: true });
  });

  test('is told as drawn when it is', async () => {
    const canvas = new OffscreenCanvas(512, 512);
    const stage = new SolidStage(canvas, await readSolid(metalGlb(), 'model/gltf-binary'));
    stage.draw(startView, { width: 512, height: 512, motion: 0, motionSeconds: 0 });
    const gl = canvas.getContext('webgl2')!;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)!;
    await stage.untilDrawn();
    expect(gl.clientWaitSync(fence, 0, 0)).not.toBe(gl.TIMEOUT_EXPIRED);
  });

  test('lets the ground through where only its lines are drawn', async () => {
    const session = await open(cubeGlb(), 'model/gltf-binary');
    const places = [0.44, 0.46, 0.48, 0.52, 0.54];
    const reds = async () => {
      const colours = await coloursOf((await session.picture()).blob, ...places);
      return colours.filter(([red = 0, green = 0]) => red > 1.4 * green).length;
    };
    expect(await reds()).toBe(places.length);
    session.draw({ ...look, wireframe: true });
    expect(await reds()).toBeLessThan(places.length);
  });

  test('that meshoptimizer has packed opens', async () => {
    const file = await fetch(new URL('../../fixtures/torus-meshopt.glb', import.meta.url));
    const session = await open(new Uint8Array(await file.arrayBuffer()), 'model/gltf-binary');
    expect(session.triangles).toBe(576);
    // Its ring lies there, and its hole between.
    const [ring, hole] = await coloursOf((await session.picture()).blob, 0.15, 0.5);
    expect(ring).not.toEqual(hole);
  });

  test('moves as its file says, over and over', async () => {
    const canvas = new OffscreenCanvas(64, 48);
    const stage = new SolidStage(canvas, await readSolid(twiceMovingGlb(), 'model/gltf-binary'));
    expect(stage.facts.motions).toEqual([
      { name: 'Aside', seconds: 2 },
      { name: '', seconds: 2 },
    ]);
    const drawnAt = async (motionSeconds: number, motion = 0) => {
      stage.draw(startView, { width: 64, height: 48, motion, motionSeconds });
      const copy = new OffscreenCanvas(64, 48);
      const context = copy.getContext('2d')!;
      context.drawImage(canvas, 0, 0);
      return sha256Hex(new Blob([context.getImageData(0, 0, 64, 48).data]));
    };
    const [first, aside, again] = [await drawnAt(0), await drawnAt(1), await drawnAt(4)];
    expect(aside).not.toBe(first);
    expect(again).toBe(first);
    // The other motion, and back: nothing of it is left.
    expect(await drawnAt(0, 1)).not.toBe(first);
    expect(await drawnAt(0)).toBe(first);
  });

  test('shows the pictures that lie in its file', async () => {
    const session = await open(texturedGlb(), 'model/gltf-binary');
    const { blob } = await session.picture();
    const [[red = 0, green = 0, blue = 0] = []] = await coloursOf(blob, 0.5);
    expect(green).toBeGreaterThan(2 * red);
    expect(green).toBeGreaterThan(2 * blue);
  });

  test('that is closed while it opens is told by the reason', async () => {
    const opening = open(cubeGlb(), 'model/gltf-binary');
    closing.abort(new Error('closed'));
    await expect(opening).rejects.toThrow('closed');
  });

  // What each of the others is refused for, tests/node/media/solid-checks.test.ts asks.
  test.each([hostileSolids[0]!, hostileSolids.at(-1)!, hostileTexts[0]!])(
    'with $what harms nothing and is refused as $problem',
    async ({ type, bytes, problem }) => {
      await expect(open(bytes(), type)).rejects.toMatchObject({ problem });
    },
  );
});
