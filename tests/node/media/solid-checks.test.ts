import { readFile } from 'node:fs/promises';
import { Mesh, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { recogniseMediaType } from '../../../src/domain/solids/obj-text.ts';
import {
  startView,
  turned,
  viewAfterKey,
  zoomedBy,
  type SolidView,
} from '../../../src/domain/solids/orbit.ts';
import { checkGltf, openGlb } from '../../../src/media/solid/glb-check.ts';
import { checkObj } from '../../../src/media/solid/obj-check.ts';
import { checkPly } from '../../../src/media/solid/ply-check.ts';
import { readSolid } from '../../../src/media/solid/read-solid.ts';
import {
  cloudPly,
  cubeGlb,
  cubeObj,
  cubePly,
  damagedGlb,
  movingGlb,
  movingPart,
  encoded,
  hostileSolids,
  hostileTexts,
  twiceMovingGlb,
} from '../../fixtures/solids.ts';

const checks: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => unknown>> = {
  'model/gltf-binary': (bytes) => checkGltf(openGlb(bytes)),
  'model/ply': checkPly,
  'model/obj': checkObj,
};

describe('a 3D object is known by its bytes', () => {
  test.each([
    ['model/gltf-binary', cubeGlb()],
    ['model/ply', cubePly()],
    ['model/ply', cloudPly(4)],
    ['model/obj', cubeObj()],
    ['model/obj', encoded('o thing\nv 0 1 2\nv 0 1\\\n 3\nf 1 1 1')],
  ])('as %s', (mediaType, bytes) => {
    expect(recogniseMediaType(bytes)).toBe(mediaType);
  });

  test.each(['v', 'Very well then.\nv 1 2 3', 'f 1 2 3\n', '{"v": 1}', 'v 1 2 3\n<script>\n'])(
    'and %j is none',
    (text) => {
      expect(recogniseMediaType(encoded(text))).toBeNull();
    },
  );
});

describe('before a reader believes it', () => {
  test.each([
    ['model/gltf-binary', cubeGlb()],
    ['model/ply', cubePly()],
    ['model/ply', cloudPly(500)],
    ['model/obj', cubeObj()],
  ])('a whole %s is let through', (mediaType, bytes) => {
    expect(() => checks[mediaType]?.(bytes)).not.toThrow();
  });

  test.each([...hostileSolids, ...hostileTexts].filter(({ problem }) => problem !== 'empty'))(
    '$what is refused as $problem',
    ({ type, bytes, problem }) => {
      expect(() => checks[type]?.(bytes())).toThrow(expect.objectContaining({ problem }));
    },
  );

  test('what looks at it is left out, and one scene is left', () => {
    const parts = openGlb(cubeGlb());
    parts.json.scenes = [{ nodes: [0] }, { nodes: [0] }];
    parts.json.cameras = [{}];
    checkGltf(parts);
    expect(parts.json).toMatchObject({ scene: 0, scenes: [{ nodes: [0] }] });
    expect(parts.json).not.toHaveProperty('cameras');
  });

  test('its motions are left, those that are whole', () => {
    const parts = openGlb(twiceMovingGlb());
    checkGltf(parts);
    expect(parts.json.animations).toMatchObject([{ name: ' Aside ' }, { name: '' }]);
  });

  test('of many motions as many are left as there is room for', () => {
    const parts = openGlb(movingGlb({}, 1_500, [movingPart(1_000), movingPart(500)]));
    checkGltf(parts);
    expect(parts.json.animations?.map(({ channels }) => channels?.length)).toEqual([1_500, 500]);
  });

  const target = { node: 0, path: 'translation' };
  test('of a motion what moves no part is passed over', () => {
    const channels = [
      { sampler: 0, target },
      { sampler: 0, target: { path: 'pointer' } },
    ];
    const parts = openGlb(movingGlb({ channels }));
    checkGltf(parts);
    expect(parts.json.animations).toMatchObject([{ channels: [{ target }] }]);
  });

  test.each([
    ['nothing', { channels: [] }],
    ['a part that is not there', { channels: [{ sampler: 0, target: { ...target, node: 7 } }] }],
    ['what nobody knows', { channels: [{ sampler: 0, target: { ...target, path: 'pointer' } }] }],
    ['times that are not there', { samplers: [{ input: 9, output: 2 }] }],
    [
      'as many values as it has not',
      { samplers: [{ input: 1, output: 2, interpolation: 'CUBICSPLINE' }] },
    ],
    ['values of another kind', { samplers: [{ input: 1, output: 1 }] }],
  ])('a motion of %s is left out', (_what, motion) => {
    const parts = openGlb(movingGlb(motion));
    checkGltf(parts);
    expect(parts.json).not.toHaveProperty('animations');
  });
});

describe('numbers that meshoptimizer has packed', () => {
  test('come out as they went in, to two ten-thousandths', async () => {
    // A torus, written by glTF-Transform's meshopt() at its highest level: radius 1, of its tube 0.4.
    const file = new URL('../../fixtures/torus-meshopt.glb', import.meta.url);
    const solid = await readSolid(new Uint8Array(await readFile(file)), 'model/gltf-binary');
    const corners: Vector3[] = [];
    solid.updateMatrixWorld(true);
    solid.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const places = (part as Mesh).geometry.getAttribute('position');
      for (let at = 0; at < places.count; at += 1)
        corners.push(new Vector3().fromBufferAttribute(places, at).applyMatrix4(part.matrixWorld));
      expect((part as Mesh).geometry.index?.count).toBe(24 * 12 * 6);
    });
    expect(corners).toHaveLength(24 * 12);
    for (const { x, y, z } of corners) {
      expect(Math.abs(Math.hypot(Math.hypot(x, y) - 1, z) - 0.4)).toBeLessThan(2e-4);
    }
  });

  test('and are called damaged where they are', async () => {
    await expect(readSolid(damagedGlb(), 'model/gltf-binary')).rejects.toMatchObject({
      problem: 'broken',
    });
  });
});

describe('the eye', () => {
  const after = (view: SolidView, key: string, isShift = false) => viewAfterKey(view, key, isShift);

  test('goes around by arrow keys, aside with Shift, nearer by plus, and home by 0', () => {
    const right = after(startView, 'ArrowRight')!;
    expect(right.yaw).toBeGreaterThan(startView.yaw);
    const aside = after(right, 'ArrowLeft', true)!;
    expect(aside).toMatchObject({ yaw: right.yaw, right: -0.1 });
    const near = after(aside, '+')!;
    expect(near.zoom).toBe(1.25);
    expect(after(near, '0')).toEqual(startView);
    expect(after(startView, 'w')).toBeNull();
  });

  test('goes over no pole, and neither into it nor out of sight', () => {
    const top = turned(startView, 0, 100);
    expect(top.pitch).toBeLessThan(Math.PI / 2);
    expect(zoomedBy(startView, 1_000).zoom).toBe(16);
    expect(zoomedBy(startView, 1 / 1_000).zoom).toBe(0.25);
  });
});
