import { asksForLarger, withLarger } from '../../../domain/larger-parameters.ts';
import type { ModelSchema } from '../../../domain/model.ts';
import type { Draft } from '../draft-keeper.ts';

type Asked = Pick<Draft, 'input' | 'isLarger'>;

/** Whether a form has larger parameters: switched on, or by what was put into it. */
export const isLargerForm = (schema: ModelSchema, { input, isLarger }: Asked): boolean =>
  isLarger === true || asksForLarger(schema, input);

/** A model's schema with the limits that this form has. */
export const schemaOfForm = (schema: ModelSchema, draft: Asked): ModelSchema =>
  withLarger(schema, isLargerForm(schema, draft));
