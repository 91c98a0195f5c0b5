import * as contract from '../../src/api/contract/generate.ts';
import type { OkOf } from '../../src/api/contract/endpoint.ts';
import { fileName } from '../files/addresses.ts';
import { storeUpload } from '../files/uploads.ts';
import type { Intake } from '../files/uploads.ts';
import type { Mount } from '../http/mount.ts';
import { invalidInput, notFound } from '../http/problem.ts';
import type { Log } from '../log.ts';
import type { Catalogue } from '../models/catalogue.ts';
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
import { describeJob, generationsOf } from './answers.ts';
import { fromHordeForm } from './horde-form.ts';
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
  intake: Intake;
  catalogue: Catalogue;
  offer: Offer;
  safety: Safety;
  log: Log;
}

export function mountGenerate(mount: Mount, options: GenerateOptions): void {
  const { intake, catalogue, offer, safety, retention, addresses } = options;
  const { database, quota, freeSpace } = intake;
  const view = createQueueView(database);
  const announce = createAnnounce(database, options.log);
  const submit = createSubmit({ database, view, announce, quota, freeSpace });
  const teller = createWaitTeller(database, view, (name) => catalogue.engine(name));

  async function prepareSafely(user: Caller, request: SubmissionRequest): Promise<PreparedJob> {
    const prepared = await prepareJob({ database, catalogue, offer }, user, request);
    await safety(prepared.wishes);
    return options.translate(prepared);
  }

  mount(contract.playgroundGenerate, async ({ user, body, idempotencyKey, log }) => {
    const answer = await submit({
      userId: user.id,
      idempotencyKey,
      request: { call: contract.playgroundGenerate.id, body },
      prepare: () =>
        prepareSafely(user, {
          model: body.model,
          jobType: body.job_type,
          input: body.input,
          disabledTranslate: body.disabled_translate,
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
  });

  mount(
    contract.generateAsync,
    async ({ user, body, idempotencyKey, log }) => {
      const answer = await submit({
        userId: user.id,
        idempotencyKey,
        request: { call: contract.generateAsync.id, body },
        async prepare() {
          let source = body.source_file ?? null;
          if (body.source_image !== undefined) {
            const bytes = decodeBase64(body.source_image);
            const file = await storeUpload(intake, user.id, async (write) => {
              await write(bytes);
              return true;
            });
            source = fileName(file);
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

  async function find(userId: number, id: string): Promise<JobRow> {
    const job = await findJob(userId, id);
    if (!job) throw notFound('Generation');
    return job;
  }

  mount(contract.checkGeneration, async ({ user, params }) =>
    describe(await find(user.id, params.id)),
  );

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
    describeAll(await find(user.id, params.id)),
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
    if (!job) throw notFound('Generation');
    log.info({ job: job.id, state: job.state }, 'cancel asked for');
    return describeAll(job);
  });
}
