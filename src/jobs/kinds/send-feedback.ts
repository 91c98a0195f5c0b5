import { call } from '../../api/client.ts';
import { addFeedback } from '../../api/contract/feedback.ts';
import { enterStage } from '../../db/intents/rows.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';

/** Tells whoever runs the studio what the person wrote. The row's id is the key: a repeat says it once. */
export const sendFeedback: IntentHandler<SimpleIntent<'send-feedback'>> = {
  kind: 'send-feedback',
  lane: () => 'tell',
  async perform({ id, payload }, context) {
    const { type, content, contact, source } = payload;
    await call(addFeedback, {
      session: credentialsOf(context.session),
      idempotencyKey: id,
      body: { type, content, mobile: contact, source },
      signal: context.signal,
    });
    await context.commit((row) => enterStage(row, 'done', context.now()));
  },
};
