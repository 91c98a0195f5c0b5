import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

import type { Database } from '../database/connect.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Log } from '../log.ts';
import { originalsOf, readBelongings } from './store.ts';

const explanation = `Everything that this Kiln knows of you, as of the moment at which you asked.

data/    one file per kind, in each of which every line is a JSON object: who you are (users), how you sign in
         (identities, without passwords), where you are signed in (sessions), your credits (credit_lots) and how they
         came and went (ledger), what you bought (orders), what you asked for (jobs) and what became of it (works), what
         you published, and so on. What opens something (passwords, keys, tokens) is not among it.
files/   the originals that are kept, named by their id as in data/files.jsonl; data/works.jsonl names them by file_id.

这里是这个窑所知道的关于你的一切，以你提出请求的那一刻为准。

data/    每类一个文件，每一行是一个 JSON 对象。密码、密钥和令牌不在其中。
files/   仍保存的原件，以 data/files.jsonl 中的 id 命名。
`;

/**
 * Everything that is somebody's, as a ZIP archive that is written while it is sent.
 * @param signal ends it, when nobody listens any more
 */
export function archiveOf(
  { database, store }: { database: Database; store: FileStore },
  userId: number,
  signal: AbortSignal,
  log: Log,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();

  async function write(): Promise<void> {
    const { configure, TextReader, ZipWriter } = await import('@zip.js/zip.js');
    configure({ useWebWorkers: false });
    const zip = new ZipWriter(writable, { level: 6, signal });
    await zip.add('README.txt', new TextReader(explanation));
    // On the disk first: rows are read at once, and whoever fetches them may take hours.
    const rows = await store.createTemporary();
    try {
      const parts: { table: string; from: number; to: number }[] = [];
      let at = 0;
      await readBelongings(database, userId, async (table, lines) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        await rows.handle.write(bytes, 0, bytes.length, at);
        const last = parts.at(-1);
        if (last?.table === table) last.to += bytes.length;
        else parts.push({ table, from: at, to: at + bytes.length });
        at += bytes.length;
      });
      for (const { table, from, to } of parts) {
        if (to === from) continue;
        const stream = createReadStream(rows.path, { start: from, end: to - 1, signal });
        await zip.add(`data/${table}.jsonl`, Readable.toWeb(stream) as ReadableStream<Uint8Array>);
      }
    } finally {
      await store.discard(rows);
    }
    for (const file of await originalsOf(database, userId)) {
      signal.throwIfAborted();
      const path = await store.bring(file);
      // It may have been let go of meanwhile.
      if (path === null) continue;
      const stream = createReadStream(path, { signal });
      await zip.add(
        `files/${file.id}.${file.extension}`,
        Readable.toWeb(stream) as ReadableStream<Uint8Array>,
        { level: 0 },
      );
    }
    await zip.close();
  }

  write().catch(async (error: unknown) => {
    if (!signal.aborted) log.error({ err: error, user: userId }, 'an archive broke off');
    await writable.abort(error).catch(() => undefined);
  });
  return readable;
}
