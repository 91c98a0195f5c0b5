import * as z from 'zod/mini';
import { trainStates } from '../../domain/training.ts';
import { defineEndpoint, uuid } from './endpoint.ts';

/** Spec 2, section 3: a training record. */
const trainRecord = z.object({
  id: uuid,
  model_name: z.string(),
  train_state: z.enum(trainStates),
  /** The work that carries the style; null until it has succeeded, and when it was deleted. */
  train_result: z.nullable(z.string()),
  params: z.object({
    /** `lorabase` of the models that take it; `sdxl` where none was named. */
    base: z.string(),
  }),
  model: z.string(),
  /** Of the zip; null once it is gone. */
  file_size: z.nullable(z.int()),
  create_time: z.string(),
});
export type TrainRecord = z.output<typeof trainRecord>;

/** Spec 2, section 7: called once at start and on refresh, by who is signed in. */
export const getTrainModels = defineEndpoint({
  id: 'getTrainModels',
  method: 'post',
  path: '/api/v2/get_train_models',
  summary: 'The styles that one has trained, the newest first',
  auth: 'required',
  ok: { status: 200, schema: z.object({ data: z.array(trainRecord).check(z.maxLength(200)) }) },
  errors: [403],
});
