import {
  type AnimationClip,
  AnimationMixer,
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  NeutralToneMapping,
  PMREMGenerator,
  PerspectiveCamera,
  Points,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
  type Material,
  type Object3D,
} from 'three';
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js';
import type { SolidView } from '../../domain/solids/orbit.ts';
import { SolidError } from '../../domain/solids/problems.ts';

/** Degrees of the narrower side. */
const fieldOfView = 32;
/** From here the sphere around it fills most of the picture. */
const homeDistance = 1.02 / Math.sin(((fieldOfView / 2) * Math.PI) / 180);

/** Of a motion's name: more of it says no more. */
const motionNameMax = 60;

export interface Drawn {
  width: number;
  height: number;
  /** Which of its motions, and how far that is. */
  motion: number;
  motionSeconds: number;
}

export interface SolidMotion {
  /** As the file has it; empty where it has none. */
  name: string;
  seconds: number;
}

export interface SolidFacts {
  triangles: number;
  /** Corners that belong to no triangle. */
  points: number;
  /** None for what stands still. */
  motions: readonly SolidMotion[];
}

/** A surface that draws, of this device's graphics. @throws SolidError `no-graphics` */
function graphicsOf(canvas: OffscreenCanvas) {
  // Asked for here, because the library logs what it does not get.
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true });
  if (!context) throw new SolidError('no-graphics');
  try {
    return { context, renderer: new WebGLRenderer({ canvas, context }) };
  } catch (error) {
    throw new SolidError('no-graphics', String(error), error);
  }
}

const isMetal = (material: Material) =>
  material instanceof MeshStandardMaterial && material.metalness > 0.2;

function countIn(solid: Object3D): Omit<SolidFacts, 'motions'> {
  const facts = { triangles: 0, points: 0 };
  solid.traverse((part) => {
    const geometry = (part as Partial<Mesh>).geometry;
    if (!geometry?.hasAttribute('position')) return;
    const corners = geometry.index?.count ?? geometry.getAttribute('position').count;
    if (part instanceof Points) facts.points += corners;
    else if (part instanceof Mesh) facts.triangles += Math.floor(corners / 3);
  });
  return facts;
}

/** Where a 3D object stands in its light, drawn whenever it is asked for. */
export class SolidStage {
  readonly facts: SolidFacts;
  readonly #context: WebGL2RenderingContext;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 100);
  readonly #light = new DirectionalLight(0xfff4e8, 2.2);
  readonly #sky = new HemisphereLight(0xf4f1ee, 0x8d7f72, 1.6);
  readonly #materials = new Set<Material>();
  readonly #clips: readonly AnimationClip[];
  /** Null for what stands still. */
  readonly #mixer: AnimationMixer | null;
  #playing: AnimationClip | null = null;

  /** @throws SolidError `no-graphics`, `empty` or `broken` */
  constructor(canvas: OffscreenCanvas, solid: Object3D) {
    this.#clips = solid.animations.filter(({ duration }) => duration > 0);
    const motions = this.#clips.map(({ name, duration }) => ({
      // The library's own, for what has none.
      name: /^animation_\d+$/.test(name) ? '' : name.trim().slice(0, motionNameMax),
      seconds: duration,
    }));
    this.facts = { ...countIn(solid), motions };
    this.#mixer = motions.length > 0 ? new AnimationMixer(solid) : null;
    this.#scene.add(fitted(solid), this.#light, this.#sky);
    const { context, renderer } = graphicsOf(canvas);
    this.#context = context;
    this.#renderer = renderer;
    this.#renderer.toneMapping = NeutralToneMapping;
    solid.traverse((part) => {
      // Where it is at rest says nothing of where it moves.
      if (this.#mixer) part.frustumCulled = false;
      const { material } = part as Partial<Mesh>;
      for (const one of material ? [material].flat() : []) this.#materials.add(one);
    });
    if ([...this.#materials].some(isMetal)) this.#surround();
  }

  /** Metal shows what is around it, and is black where nothing is. Painting that takes weak graphics seconds. */
  #surround(): void {
    const surroundings = new PMREMGenerator(this.#renderer);
    this.#scene.environment = surroundings.fromScene(new RoomEnvironment(), 0.04).texture;
    this.#scene.environmentIntensity = 0.6;
    surroundings.dispose();
  }

  /** Lines instead of faces, or faces again. */
  setWireframe(isOn: boolean): void {
    for (const material of this.#materials) {
      if ('wireframe' in material) material.wireframe = isOn;
    }
  }

  #move(motion: number, seconds: number): void {
    const clip = this.#clips[motion];
    if (!this.#mixer || !clip) return;
    if (this.#playing !== clip) {
      this.#mixer.stopAllAction();
      this.#mixer.clipAction(clip).play();
      this.#playing = clip;
    }
    this.#mixer.setTime(seconds % clip.duration);
  }

  draw({ yaw, pitch, zoom, right, up }: SolidView, drawn: Drawn): void {
    const { width, height } = drawn;
    this.#move(drawn.motion, drawn.motionSeconds);
    this.#renderer.setSize(width, height, false);
    const aspect = width / height;
    this.#camera.aspect = aspect;
    // The narrower side decides how much is seen.
    const half = Math.tan(((fieldOfView / 2) * Math.PI) / 180);
    this.#camera.fov = (2 * Math.atan(half / Math.min(1, aspect)) * 180) / Math.PI;
    const distance = homeDistance / zoom;
    const eye = new Vector3(
      Math.sin(yaw) * Math.cos(pitch),
      Math.sin(pitch),
      Math.cos(yaw) * Math.cos(pitch),
    );
    this.#camera.position.copy(eye.multiplyScalar(distance));
    this.#camera.lookAt(0, 0, 0);
    this.#camera.translateX(right);
    this.#camera.translateY(up);
    this.#camera.near = Math.max(0.005, distance / 100);
    this.#camera.far = distance + 10;
    this.#camera.updateProjectionMatrix();
    // The light comes over one's shoulder, so that no side lies in the dark.
    this.#light.position.copy(this.#camera.position).add(new Vector3(-0.6, 1.6, 0.4));
    this.#renderer.render(this.#scene, this.#camera);
  }

  /**
   * Resolves once what was asked for last is drawn: asking takes a moment, drawing may take weak graphics seconds.
   */
  untilDrawn(): Promise<void> {
    return untilDrawn(this.#context);
  }
}

/** Between two looks whether the graphics are done. */
const lookAgainMs = 4;

/** Resolves once the graphics have drawn all that they were asked for, or are gone. */
async function untilDrawn(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return;
  gl.flush();
  while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
  gl.deleteSync(fence);
}

/**
 * The object at the centre, its sphere one long.
 * @throws SolidError `empty`, or `broken` where its places are no numbers
 */
function fitted(solid: Object3D): Group {
  solid.updateMatrixWorld(true);
  const box = new Box3().setFromObject(solid);
  if (box.isEmpty()) throw new SolidError('empty');
  const { center, radius } = box.getBoundingSphere(new Sphere());
  if (!Number.isFinite(radius) || !Number.isFinite(center.length()))
    throw new SolidError('broken', 'Its places are no numbers');
  const inner = new Group();
  inner.add(solid);
  inner.position.copy(center).negate();
  const outer = new Group();
  outer.add(inner);
  outer.scale.setScalar(1 / Math.max(radius, 1e-9));
  return outer;
}
