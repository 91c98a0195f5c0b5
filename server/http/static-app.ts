import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { readHostConfiguration } from '../../src/api/contract/host-configuration.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { matchLanguage, type Language } from '../../src/domain/languages.ts';
import type { ModelItem } from '../../src/domain/model.ts';
import type { TagListAddresses } from '../../src/domain/tags.ts';
import type { WrittenWork } from '../../src/domain/written-pages.ts';
import { appPolicy } from './security-headers.ts';
import { sendFile } from './send-file.ts';
import { acceptedEncodings } from './accept-encoding.ts';
import { isKnownVersion } from './etag.ts';

const mediaTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  mjs: 'text/javascript; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface StaticFile {
  path: string;
  etag: string;
  /** Suffix of each precompressed companion. */
  suffixes: Set<string>;
}

/** What is told of a published work at its address in the app. */
export interface WorkIntroduction {
  title: string;
  /** Facts for readers that are no people, as HTML. */
  head: string;
  /** The picture that it is or that stands for it; null where nobody knows how large it is. */
  picture: { kind: WrittenWork; address: string; width: number; height: number } | null;
}

/** What is true of a visit. */
export interface Visit {
  /** Where the visitor reaches the app. */
  origin: string;
  /** What everybody may use, in the order in which it is listed in a language. */
  models: (language: Language) => readonly ModelItem[];
  /** Null where no such work is published. */
  work: (id: WorkId, language: Language) => Promise<WorkIntroduction | null>;
}

/** Answers for the built app; null for what isn't its business. */
export type StaticApp = (request: Request, visit?: Visit) => Promise<Response | null>;

/** index.html with what one of the app's pages says. */
export interface WrittenHtml {
  html: string;
  etag: string;
}

/** Null for an address whose page says nothing before the app does. */
export type WritePage = (
  pathname: string,
  language: Language,
  visit: Visit & { hasPlatform: boolean },
) => WrittenHtml | null | Promise<WrittenHtml | null>;

/** A request of the browser for a page, not for a script, a picture or data. */
function isNavigation(request: Request): boolean {
  const mode = request.headers.get('Sec-Fetch-Mode');
  if (mode !== null) return mode === 'navigate';
  return (request.headers.get('Accept') ?? '').includes('text/html');
}

/** A file's name carries a hash of its content: it may be kept for good. */
const isHashed = (name: string): boolean => name.startsWith('/assets/');

async function readFolder(folder: string): Promise<Map<string, StaticFile>> {
  const found = new Map<string, StaticFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const full = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(folder, full).split(path.sep).join('/')}`;
    if (name.startsWith('/.')) continue;
    const hash = createHash('sha256').update(await readFile(full));
    found.set(name, {
      path: full,
      etag: hash.digest('base64url').slice(0, 22),
      suffixes: new Set(),
    });
  }
  for (const name of found.keys()) {
    for (const [, suffix] of encodings) {
      if (name.endsWith(suffix)) found.get(name.slice(0, -suffix.length))?.suffixes.add(suffix);
    }
  }
  return found;
}

/**
 * The worker that writes videos brings an encoder for browsers without one, as WebAssembly, the one that makes pictures
 * runs its models by it, and the one that opens 3D objects unpacks numbers by it. A worker obeys the policy that its
 * own script came with, so the page's stays as narrow as it is.
 */
const runsWebAssembly = (name: string): boolean =>
  /^\/assets\/(?:video|making|solid)\.worker-[^/]+\.js$/.test(name);

interface Configuration {
  /** What `kiln.json` says, with what the platform adds to it; null where the file can't be read. */
  value: Record<string, unknown> | null;
  /** The platform adds something for good. */
  isAdded: boolean;
  /** What the app may ask beside its own platform. */
  connectsTo: string[];
}

/**
 * `kiln.json` with what the platform itself was told of, and the policy that follows from it. An app that asks the
 * Horde by itself may also ask the stores of its pictures, whose addresses nobody knows before.
 */
async function configure(folder: string, tagLists: TagListAddresses): Promise<Configuration> {
  try {
    const given = JSON.parse(await readFile(path.join(folder, 'kiln.json'), 'utf8')) as object;
    const isAdded = Object.keys(tagLists).length > 0;
    const { tags, ...rest } = given as Record<string, unknown>;
    const value = isAdded ? { ...rest, tags: { ...(tags as object), ...tagLists } } : { ...given };
    const found = readHostConfiguration(value);
    const elsewhere = Object.values(found?.tagLists ?? {}).filter((each) => !each.startsWith('/'));
    const sources = new Set([
      ...(found?.hordeUrl ? [new URL(found.hordeUrl).origin, 'https:'] : []),
      ...elsewhere.map((address) => new URL(address).origin),
    ]);
    return { value, isAdded, connectsTo: [...sources] };
  } catch {
    return { value: null, isAdded: false, connectsTo: [] };
  }
}

/**
 * Serves the folder of the built app as it was when the server started: names are looked up in a list, so
 * no path can lead out of it.
 * @param tagLists what the app is told beside what its `kiln.json` says
 * @param settings what else it is told, as it is at the moment of asking; empty for nothing
 * @param writePage writes the pages that say something before the app does
 */
export async function createStaticApp(
  folder: string,
  tagLists: TagListAddresses = {},
  settings: () => Readonly<Record<string, unknown>> = () => ({}),
  writePage: WritePage = () => null,
): Promise<StaticApp> {
  const known = await readFolder(folder);
  const { value, isAdded, connectsTo } = await configure(folder, tagLists);
  // Null: the policy of every app.
  const page = connectsTo.length > 0 ? appPolicy(connectsTo) : null;
  const worker = appPolicy(connectsTo, { webAssembly: true });
  const asksHorde = Boolean(readHostConfiguration(value)?.hordeUrl);

  async function send(request: Request, name: string, file: StaticFile): Promise<Response | null> {
    const takes = acceptedEncodings(request.headers.get('Accept-Encoding'));
    const encoding = encodings.find(
      ([coding, suffix]) => takes.has(coding) && file.suffixes.has(suffix),
    );
    const extension = path.extname(name).slice(1).toLowerCase();
    const policy = runsWebAssembly(name) ? worker : page;
    return sendFile(request, {
      path: encoding ? `${file.path}${encoding[1]}` : file.path,
      etag: encoding ? `"${file.etag}-${encoding[0]}"` : `"${file.etag}"`,
      // Safari plays nothing whose parts it can't ask for.
      ranges: /^(?:audio|video)\//.test(mediaTypes[extension] ?? ''),
      headers: {
        'Content-Type': mediaTypes[extension] ?? 'application/octet-stream',
        'Cache-Control': isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(file.suffixes.size > 0 && { Vary: 'Accept-Encoding' }),
        ...(encoding && { 'Content-Encoding': encoding[0] }),
        ...(policy && /^(html|m?js)$/.test(extension) && { 'Content-Security-Policy': policy }),
      },
    });
  }

  /** A page that says what it is in the reader's language; null for every other page. */
  async function sendWritten(
    { method, headers }: Request,
    name: string,
    visit: Visit,
  ): Promise<Response | null> {
    const language = matchLanguage((headers.get('Accept-Language') ?? '').split(','));
    const written = await writePage(name, language, { ...visit, hasPlatform: !asksHorde });
    if (!written) return null;
    const answered = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      ETag: written.etag,
      Vary: 'Accept-Language',
      ...(page && { 'Content-Security-Policy': page }),
    };
    if (isKnownVersion(headers.get('If-None-Match'), written.etag))
      return new Response(null, { status: 304, headers: answered });
    return new Response(method === 'HEAD' ? null : written.html, { headers: answered });
  }

  const visitOf = (request: Request): Visit => ({
    origin: new URL(request.url).origin,
    models: () => [],
    work: () => Promise.resolve(null),
  });

  return async (request, visit = visitOf(request)) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    let name: string;
    try {
      name = decodeURIComponent(new URL(request.url).pathname);
    } catch {
      return null;
    }
    const told = settings();
    if (name === '/kiln.json' && value && (isAdded || Object.keys(told).length > 0)) {
      return new Response(JSON.stringify({ ...value, ...told }), {
        headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' },
      });
    }
    const file = known.get(name);
    if (file && name !== '/index.html') return send(request, name, file);
    const index = known.get('/index.html');
    // A missing chunk must stay missing: a page in its place would be kept and run as a script.
    if (
      !index ||
      isHashed(name) ||
      !(isNavigation(request) || name === '/' || name === '/index.html')
    ) {
      return null;
    }
    const written = name === '/index.html' ? null : await sendWritten(request, name, visit);
    return written ?? send(request, '/index.html', index);
  };
}
