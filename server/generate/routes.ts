import { checkGeneration } from '../../src/api/contract/check.ts';
import * as contract from '../../src/api/contract/generate.ts';
import type { OkOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import { inlineSourcesMaxBytes, promptMaxCharacters } from '../../src/domain/limits.ts';
import type { InputValues } from '../../src/domain/model.ts';
import type { Intake } from '../files/uploads.ts';
import type { Mount } from '../http/mount.ts';
import { invalidInput, notFound } from '../http/problem.ts';
import type { TextTasks } from '../language/text-tasks.ts';
import type { Log } from '../log.ts';
import type { Catalogue } from '../models/catalogue.ts';
import type { ModelNames } from '../models/names.ts';
import { findNamed } from '../models/people-apps.ts';
import type { PeopleApps } from '../models/people-apps.ts';
import type { Offer } from '../models/offer.ts';
import type { Caller } from '../http/caller.ts';
import { createAnnounce } from '../queue/announce.ts';
import { cancelJob } from '../queue/cancel.ts';
import type { JobRow } from '../queue/job.ts';
import { findPreview } from '../queue/previews.ts';
import { countPrompts, pageOfPrompts } from '../queue/prompts.ts';
import { reorderJobs } from '../queue/reorder.ts';
import { createFindJob } from '../queue/service.ts';
import { createQueueView } from '../queue/view.ts';
import { createWaitTeller, toTenths } from '../queue/wait-estimate.ts';
import type { Safety } from '../safety/filter.ts';
import type { Describing } from '../works/describe.ts';
import { describeJob, describeText, generationsOf } from './answers.ts';
import { fromHordeForm } from './horde-form.ts';
import { storeInline, storeInlineSources } from './inline-sources.ts';
import { prepareJob } from './prepare.ts';
import type { PreparedJob, SubmissionRequest } from './prepare.ts';
import { createSubmit } from './submit.ts';
import type { TranslatePrompt } from './translate-prompt.ts';

/** Base64 is a third longer than what it carries; 40 MiB of picture and the other fields fit. */
const hordeBodyLimitBytes = 61 * 1024 * 1024;

function decodeBase64(text: string): Buffer {
  const data = text.replace(/^data:[\w./+-]*;base64,/, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(data)) {
    const said = { source_image: 'is not Base64' };
    throw invalidInput({ field: 'source_image', reason: 'malformed' }, said);
  }
  return Buffer.from(data, 'base64');
}

export interface GenerateOptions extends Describing {
  translate: TranslatePrompt;
  texts: TextTasks;
  intake: Intake;
  catalogue: Catalogue;
  offer: Offer;
  apps: PeopleApps;
  modelNames: ModelNames;
  safety: Safety;
  log: Log;
}

export function mountGenerate(mount: Mount, options: GenerateOptions): void {
  const { intake, catalogue, offer, apps, safety, retention, addresses, texts } = options;
  const { database, quota, freeSpace } = intake;
  const view = createQueueView(database);
  const announce = createAnnounce(database, options.log);
  const submit = createSubmit({ database, view, announce, quota, freeSpace });
  const teller = createWaitTeller(database, view, (name) => catalogue.engine(name));

  async function prepareSafely(user: Caller, request: SubmissionRequest): Promise<PreparedJob> {
    const prepared = await prepareJob({ database, catalogue, offer, apps }, user, request);
    // What is made with it may outlive its place in the list.
    await options.modelNames.remember([prepared.app ?? prepared.offered.model]);
    await safety(prepared.wishes);
    return options.translate(prepared);
  }

  /** What a model is not there for is refused by `prepareJob`, before any file is kept. */
  async function withStoredSources(
    user: Caller,
    name: string,
    input: InputValues,
  ): Promise<InputValues> {
    const named = await findNamed(catalogue, apps, name);
    const schema = named?.schema('en');
    if (!named || !schema) return input;
    return storeInlineSources(intake, user.id, { schema, model: named.model }, input);
  }

  mount(
    contract.playgroundGenerate,
    async ({ user, body, idempotencyKey, log }) => {
      const answer = await submit({
        userId: user.id,
        idempotencyKey,
        request: { call: contract.playgroundGenerate.id, body },
        prepare: async () =>
          prepareSafely(user, {
            model: body.model,
            jobType: body.job_type,
            input: await withStoredSources(user, body.model, body.input),
            disabledTranslate: body.disabled_translate,
            translation: body.translation,
            template: body.template ?? null,
          }),
        answer: (accepted) => {
          log.info({ job: accepted.jobId, user: user.id, model: body.model }, 'job accepted');
          return {
            status: contract.playgroundGenerate.ok.status,
            body: {
              id: accepted.jobId,
              state: 'Pending',
              queue_position: accepted.queuePosition,
              wait_time: toTenths(accepted.waitSeconds),
              done: false,
              faulted: false,
              cost: accepted.cost,
              balance: accepted.balance,
            },
          };
        },
      });
      return answer.body as OkOf<typeof contract.playgroundGenerate>;
    },
    { bodyLimitBytes: inlineSourcesMaxBytes + 1024 * 1024 },
  );

  /** The specification's async text job. A refusal leaves no trace, as with any other submission. */
  async function submitText(
    userId: number,
    body: ReadOf<typeof contract.generateAsync, 'body'>,
    key: string,
  ): Promise<OkOf<typeof contract.generateAsync>> {
    const { task = 'expand', lang } = body;
    const prompt = body.prompt.trim();
    if (prompt === '') throw invalidInput({ field: 'prompt', reason: 'required' });
    if (prompt.length > promptMaxCharacters) {
      throw invalidInput({ field: 'prompt', reason: 'too-long', values: [promptMaxCharacters] });
    }
    return { id: await texts.submit(userId, { prompt, task, lang, seed: '' }, key) };
  }

  mount(
    contract.generateAsync,
    async ({ user, body, idempotencyKey, log }) => {
      if (body.task !== undefined) return submitText(user.id, body, idempotencyKey);
      const answer = await submit({
        userId: user.id,
        idempotencyKey,
        request: { call: contract.generateAsync.id, body },
        async prepare() {
          let source = body.source_file ?? null;
          if (body.source_image !== undefined) {
            source = await storeInline(intake, user.id, decodeBase64(body.source_image));
          }
          const models = offer.list(user, 'en');
          return prepareSafely(user, fromHordeForm(catalogue, models, body, source));
        },
        answer: ({ jobId }) => {
          log.info({ job: jobId, user: user.id }, 'job accepted');
          return { status: contract.generateAsync.ok.status, body: { id: jobId } };
        },
      });
      return answer.body as OkOf<typeof contract.generateAsync>;
    },
    { bodyLimitBytes: hordeBodyLimitBytes },
  );

  const describe = (job: JobRow) => describeJob(job, teller, catalogue.engine(job.engine));

  async function describeAll(job: JobRow): Promise<OkOf<typeof contract.generationStatus>> {
    const generations = await generationsOf(database, job, { retention, addresses });
    return { ...(await describe(job)), generations };
  }

  const findJob = createFindJob(database);

  /** The person's own job or text job: neither is anybody else's to know of. */
  async function answerFor<Answer>(
    userId: number,
    id: string,
    ofJob: (job: JobRow) => Promise<Answer>,
  ): Promise<Answer | ReturnType<typeof describeText>> {
    const job = await findJob(userId, id);
    if (job) return ofJob(job);
    const text = await texts.find(userId, id);
    if (!text) throw notFound('Generation');
    return describeText(text);
  }

  mount(checkGeneration, ({ user, params }) => answerFor(user.id, params.id, describe));

  mount(contract.generationPreview, async ({ user, params }) => {
    const found = await findPreview(database, user.id, params.id);
    if (!found) throw notFound('Generation');
    return {
      preview: found.data && found.number,
      media_type: 'image/webp' as const,
      data: found.data && found.data.toString('base64'),
    };
  });

  mount(contract.generationStatus, async ({ user, params }) =>
    answerFor(user.id, params.id, describeAll),
  );

  mount(contract.jobsPromptsCount, async ({ user }) => ({
    data: await countPrompts(database, user.id),
  }));

  mount(contract.listJobsPrompts, async ({ user, body }) => {
    const rows = await pageOfPrompts(database, user.id, body);
    return {
      prompts: rows.map(({ prompt, jobType, sentAt }) => ({
        prompt,
        jobtype: jobType,
        create_time: sentAt.toISOString(),
      })),
    };
  });

  mount(contract.reorderGenerations, async ({ user, body }) => ({
    data: { ids: await reorderJobs(database, user.id, body.ids) },
  }));

  mount(contract.cancelGeneration, async ({ user, params, log }) => {
    const job = await cancelJob(database, user.id, params.id);
    if (!job) {
      const text = await texts.cancel(user.id, params.id);
      if (!text) throw notFound('Generation');
      return describeText(text);
    }
    log.info({ job: job.id, state: job.state }, 'cancel asked for');
    return describeAll(job);
  });
}
