import { fromHalf, toHalf } from './half.ts';
import type { DiffusionNetworks, EncodedText } from './pipeline.ts';
import type { Planes } from './planes.ts';

/** As much of onnxruntime as is used here: its builds for Node.js and for the web have the same. */
export interface OrtTensor {
  data: ArrayLike<number>;
  dims: readonly number[];
  dispose?(): void;
}
export interface OrtSession {
  inputNames: readonly string[];
  outputNames: readonly string[];
  inputMetadata?: readonly {
    name: string;
    type?: string;
    /** A number where a side is fixed; nothing at all for a single value. */
    shape?: readonly (number | string)[];
  }[];
  run(feeds: Record<string, OrtTensor>, outputs: string[]): Promise<Record<string, OrtTensor>>;
}
export interface Ort {
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => OrtTensor;
}

/** The parts of a model, each loaded when it is first used. */
export interface DiffusionSessions {
  textEncoder(): Promise<OrtSession>;
  unet(): Promise<OrtSession>;
  decoder(): Promise<OrtSession>;
  /** @throws where the model has none, and begins with no picture */
  encoder(): Promise<OrtSession>;
}

const inputOf = ({ inputMetadata }: OrtSession, name: string) =>
  inputMetadata?.find((one) => one.name === name);

/** Numbers in the type that a graph has for them: exporters differ. */
function tensorOf(
  ort: Ort,
  session: OrtSession,
  name: string,
  values: ArrayLike<number>,
  dims: readonly number[],
): OrtTensor {
  const type = inputOf(session, name)?.type ?? 'float32';
  if (type === 'int64') {
    const whole = Array.from(values, (value) => BigInt(Math.round(value)));
    return new ort.Tensor(type, BigInt64Array.from(whole), dims);
  }
  if (type === 'int32') {
    return new ort.Tensor(type, Int32Array.from(values, Math.round), dims);
  }
  if (type === 'float32') return new ort.Tensor(type, Float32Array.from(values), dims);
  if (type === 'float16') return halfTensor(ort, Uint16Array.from(values, toHalf), dims);
  throw new Error(`the graph takes ${name} as ${type}`);
}

/** Of numbers by their bits: onnxruntime's binding for Node.js takes no others, and makes others of them itself. */
function halfTensor(ort: Ort, bits: Uint16Array, dims: readonly number[]): OrtTensor {
  const tensor = new ort.Tensor('float16', bits, dims);
  return Object.defineProperty(tensor, 'data', { value: bits });
}

async function answerOf(
  session: OrtSession,
  feeds: Record<string, OrtTensor>,
  name: string | undefined,
): Promise<{ data: Float32Array; dims: readonly number[] }> {
  if (name === undefined) throw new Error('the graph has no such output');
  const answer = (await session.run(feeds, [name]))[name];
  if (!answer) throw new Error('the graph gave nothing');
  const { data, dims } = answer;
  // A copy: what the runtime holds is given back to it at once. Where it knows no numbers of half precision, it gives
  // their bits.
  const copy =
    data instanceof Uint16Array ? Float32Array.from(data, fromHalf) : Float32Array.from(data);
  answer.dispose?.();
  return { data: copy, dims: [...dims] };
}

/** A value, where a network may have no more than three in a row: `[1, planes, height, width]`. */
async function onPlanes(ort: Ort, session: OrtSession, planes: Planes): Promise<Planes> {
  const name = session.inputNames[0] ?? '';
  const { data, width, height } = planes;
  const dims = [1, data.length / (width * height), height, width];
  const answer = await answerOf(
    session,
    { [name]: tensorOf(ort, session, name, data, dims) },
    session.outputNames[0],
  );
  return { data: answer.data, height: answer.dims[2] ?? 0, width: answer.dims[3] ?? 0 };
}

/**
 * Networks of ONNX as diffusers' own exporters name their inputs: `sample`, `timestep`, `encoder_hidden_states`,
 * and `timestep_cond` where there is one. Text encoders that our script wrote know `clip_skip_1` and `clip_skip_2`.
 */
export function onnxNetworks(ort: Ort, sessions: DiffusionSessions): DiffusionNetworks {
  return {
    async encodeText(ids, clipSkip): Promise<EncodedText> {
      const session = await sessions.textEncoder();
      const wanted = clipSkip === 0 ? session.outputNames[0] : `clip_skip_${clipSkip}`;
      const name = session.inputNames[0] ?? '';
      const feeds = { [name]: tensorOf(ort, session, name, ids, [1, ids.length]) };
      const { data, dims } = await answerOf(session, feeds, wanted);
      return { data, rows: dims[1] ?? 0, width: dims[2] ?? 0 };
    },
    async denoise({ data, width, height }, timestep, text, guidance) {
      const session = await sessions.unet();
      const planes = data.length / (width * height);
      // Where a graph takes no more words, it sees the first of them.
      const rowsMost = inputOf(session, 'encoder_hidden_states')?.shape?.[1];
      const rows = typeof rowsMost === 'number' ? Math.min(rowsMost, text.rows) : text.rows;
      const isSingle = inputOf(session, 'timestep')?.shape?.length === 0;
      const given: Record<string, [ArrayLike<number>, readonly number[]]> = {
        sample: [data, [1, planes, height, width]],
        timestep: [[timestep], isSingle ? [] : [1]],
        encoder_hidden_states: [text.data.subarray(0, rows * text.width), [1, rows, text.width]],
        ...(guidance && { timestep_cond: [guidance, [1, guidance.length]] }),
      };
      const feeds: Record<string, OrtTensor> = {};
      for (const name of session.inputNames) {
        const [values, dims] = given[name] ?? [];
        if (!values || !dims) throw new Error(`the network wants ${name}, which nobody gives it`);
        feeds[name] = tensorOf(ort, session, name, values, dims);
      }
      return (await answerOf(session, feeds, session.outputNames[0])).data;
    },
    decode: async (latents) => onPlanes(ort, await sessions.decoder(), latents),
    encode: async (picture) => onPlanes(ort, await sessions.encoder(), picture),
  };
}
