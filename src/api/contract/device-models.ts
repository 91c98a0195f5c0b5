import * as z from 'zod/mini';
import { diffusionRun, modelFileName } from '../../diffusion/run.ts';
import { deblurRun, upscaleRun } from '../../diffusion/tile-run.ts';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

/** Not in the specification (issue L): models that devices may have, to make and mend pictures by themselves. */

const text = z.object({ cn: z.string(), en: z.string() });
const bytes = z.int().check(z.minimum(0));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Where the bytes of a model's file are, by their hash; parts may be asked for. */
export const deviceModelFilePath = '/api/v2/device_models/files/{sha256}';
/** @param hash hex SHA-256 */
export const deviceModelFileOf = (hash: string): string =>
  deviceModelFilePath.replace('{sha256}', hash);

/** Where code of the runtime is. The service worker keeps what it has fetched from there like late parts of the app. */
export const deviceRuntimePath = /^\/assets\/onnxruntime-[0-9a-f]{16}\.(?:mjs|wasm)$/;

const code = z.object({ address: z.string().check(z.regex(deviceRuntimePath)), bytes, sha256 });

/** A build of onnxruntime for browsers. */
const runtime = z.object({
  /** What is imported, what that imports, and the program itself. */
  entry: code,
  glue: code,
  program: code,
});
export type DeviceRuntime = z.output<typeof runtime>;

const deviceModel = z.object({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,60}$/)),
  name: text,
  about: text,
  /** SPDX, or empty where nobody said. */
  licence: z.string(),
  origin: z.string(),
  /** Of memory on the platform's machine, while it works. */
  memory_bytes: bytes,
  /** What it does, and how it computes. */
  work: z.discriminatedUnion('task', [
    z.object({ task: z.literal('diffusion'), run: diffusionRun }),
    z.object({ task: z.literal('upscale'), run: upscaleRun }),
    z.object({ task: z.literal('deblur'), run: deblurRun }),
  ]),
  files: z.array(z.object({ name: modelFileName, bytes, sha256 })),
});
export type OfferedModel = z.output<typeof deviceModel>;

export const deviceRuntimes = z.object({
  /** For the processor, and for the graphics card where the device has WebGPU. */
  wasm: runtime,
  webgpu: runtime,
});
export type DeviceRuntimes = z.output<typeof deviceRuntimes>;

export const listDeviceModels = defineEndpoint({
  id: 'listDeviceModels',
  method: 'get',
  path: '/api/v2/device_models',
  summary: 'Models that devices may have, to make pictures by themselves, and what runs them',
  auth: 'none',
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        /** Null: the platform has none to give. */
        runtimes: z.nullable(deviceRuntimes),
        models: z.array(deviceModel),
      }),
    ),
  },
});
