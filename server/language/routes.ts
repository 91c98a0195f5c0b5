import * as contract from '../../src/api/contract/language.ts';
import { sniffMediaType } from '../../src/domain/file-kinds.ts';
import { uploadMaxBytes } from '../../src/domain/limits.ts';
import { languageOf, promptLanguage, type PromptLanguage } from '../../src/domain/languages.ts';
import type { Database } from '../database/connect.ts';
import { examinePicture } from '../files/examine-picture.ts';
import type { FileStore } from '../files/file-store.ts';
import { ownFile } from '../files/own-file.ts';
import { ownFiles } from '../files/service.ts';
import { watchDisconnect } from '../http/client-disconnect.ts';
import type { Mount } from '../http/mount.ts';
import { invalidInput, notFound, Problem } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Catalogue } from '../models/catalogue.ts';
import type { Safety } from '../safety/filter.ts';
import type { PictureToDescribe } from './helper.ts';
import type { LanguageService } from './service.ts';
import { describeTextJob } from './text-tasks.ts';
import type { TextTasks } from './text-tasks.ts';

export interface LanguageRoutes {
  database: Database;
  store: FileStore;
  catalogue: Catalogue;
  safety: Safety;
  limits: RateLimits;
  language: LanguageService;
  texts: TextTasks;
}

const fromCode = (code: 'cn' | 'zh' | 'en'): PromptLanguage => (code === 'en' ? 'en' : 'cn');

export function mountLanguage(mount: Mount, options: LanguageRoutes): void {
  const { database, store, catalogue, safety, limits, language, texts } = options;
  const { chain } = language;
  const { help } = texts;

  mount(contract.languageHelpers, () => chain.abilities(), { etag: true });

  mount(contract.promptExpand, async ({ user, body, incoming }) => {
    await limits.language(user.id);
    await safety([body.prompt]);
    const line = watchDisconnect(incoming);
    const asked = { prompt: body.prompt, language: promptLanguage(body.lang), seed: body.seed };
    const told = await line.until((signal) =>
      help(chain.expand(asked, signal), (prompt) => [prompt]),
    );
    return { prompt: told.value, provider: told.provider, fallback: told.fallback };
  });

  mount(contract.translate, async ({ user, body, incoming }) => {
    await limits.language(user.id);
    await safety([body.text]);
    const to = fromCode(body.to);
    const from =
      body.from === 'auto' ? languageOf(body.text, to === 'en' ? 'cn' : 'en') : fromCode(body.from);
    const asked = { text: body.text, from, to };
    if (from === to)
      return { result: body.text, unknown: [], provider: 'builtin', fallback: false };
    const { value, ...who } = await watchDisconnect(incoming).until((signal) =>
      help(chain.translate(asked, signal), ({ text }) => [text]),
    );
    return { result: value.text, unknown: value.unknown, ...who };
  });

  mount(contract.optimizeParams, async ({ user, body, incoming }) => {
    await limits.language(user.id);
    const offered = catalogue.find(body.model);
    const schema = offered && catalogue.schema(offered, body.lang);
    if (!offered || !schema) throw notFound('Model');
    const { filed_mappings: fields, allow_dimensions: sizes } = offered.model;
    const field = fields.prompt;
    const written = field === null ? undefined : (body.params[field] ?? body.params.prompt);
    const prompt = typeof written === 'string' ? written.trim() : '';
    if (field !== null && prompt === '') {
      throw invalidInput({ field, reason: 'required' });
    }
    const { prompt: _, ...others } = body.params;
    const params = field === null ? body.params : { ...others, [field]: prompt };
    await safety(
      Object.entries(params).flatMap(([name, value]) =>
        typeof value === 'string' && name !== fields.negative_prompt ? [value] : [],
      ),
    );
    const asked = {
      schema,
      promptField: field,
      negativeField: fields.negative_prompt,
      sizes,
      params,
      language: promptLanguage(body.lang),
    };
    const { value, ...who } = await watchDisconnect(incoming).until((signal) =>
      help(chain.optimize(asked, signal), (better) =>
        field === null ? [] : [String(better.params[field] ?? '')],
      ),
    );
    const better = field === null ? prompt : String(value.params[field] ?? '');
    return { params: value.params, prompt: better, changes: value.changes, ...who };
  });

  /** A file of the caller's own, on this disk. */
  async function ownPicture(userId: number, url: string): Promise<PictureToDescribe> {
    const refused = invalidInput({ field: 'url', reason: 'not-your-file' });
    const id = ownFile.exec(url)?.[1];
    if (!id) throw refused;
    const file = (await ownFiles(database, userId, [id])).get(id);
    if (!file?.mediaType.startsWith('image/')) throw refused;
    const path = await store.bring(file);
    if (path === null) throw invalidInput({ field: 'url', reason: 'file-gone' });
    return { path, mediaType: file.mediaType };
  }

  mount(
    contract.image2text,
    async ({ user, body, incoming }) => {
      await limits.language(user.id);
      await safety([body.prompt]);
      const describe = async (picture: PictureToDescribe) => {
        const asked = {
          picture,
          prompt: body.prompt,
          language: promptLanguage(body.lang),
          mayBePublic: body.may_be_public,
        };
        const { value, ...who } = await watchDisconnect(incoming).until((signal) =>
          help(chain.describe(asked, signal), ({ text }) => [text]),
        );
        return { result: value.text, basis: value.basis, ...who };
      };
      if (body.url !== undefined) return describe(await ownPicture(user.id, body.url));
      const data = decodeBase64(body.image_base64 ?? '');
      const temporary = await store.createTemporary();
      try {
        await temporary.handle.writeFile(data);
        const mediaType = sniffMediaType(data.subarray(0, 64)) ?? '';
        await examinePicture(temporary.path, mediaType, user.id);
        return await describe({ path: temporary.path, mediaType: 'application/octet-stream' });
      } finally {
        await store.discard(temporary);
      }
    },
    { bodyLimitBytes: contract.imageBase64MaxCharacters + 1024 * 1024 },
  );

  mount(contract.generateTextAsync, async ({ user, body }) => ({
    id: await texts.submit(user.id, body),
  }));

  mount(contract.checkText, async ({ user, params }) => {
    const job = await texts.find(user.id, params.id);
    if (!job) throw notFound('Text job');
    return describeTextJob(job);
  });

  mount(contract.cancelText, async ({ user, params }) => {
    const job = await texts.cancel(user.id, params.id);
    if (!job) throw notFound('Text job');
    return describeTextJob(job);
  });
}

function decodeBase64(text: string): Buffer {
  const data = text.replace(/^data:[\w./+-]*;base64,/, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(data)) {
    const said = { image_base64: 'is not Base64' };
    throw invalidInput({ field: 'image_base64', reason: 'malformed' }, said);
  }
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > uploadMaxBytes) {
    throw new Problem(413, 'too-large', `A picture may have at most ${uploadMaxBytes} bytes`);
  }
  return bytes;
}
