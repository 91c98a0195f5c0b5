import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, copyFile, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { PackFailure } from './failure.ts';
import type { PackDownload, PackManifest } from './manifest.ts';

export interface Machine {
  os: string;
  cpu: string;
}

/** Of a file that was installed. */
export interface InstalledFile {
  /** In the pack's folder, with slashes. */
  name: string;
  bytes: number;
  sha256: string;
}

export async function sha256Of(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, signal && { signal })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

/** Pieces of files, before they are joined. */
const partsFolder = 'parts/';

/** What a module of JavaScript holds as base64. It is read and never run. */
function fromModule(module: Buffer): Buffer {
  let longest = '';
  for (const [, text = ''] of module.toString('latin1').matchAll(/"([A-Za-z0-9+/=]+)"/g)) {
    if (text.length > longest.length) longest = text;
  }
  return Buffer.from(longest, 'base64');
}

/** Where a member of a package comes to lie; null where it is not wanted. */
function placeOf(member: string, { join, take }: PackDownload, machine: Machine): string | null {
  for (const [at, { parts }] of join.entries()) {
    const part = parts.indexOf(member);
    if (part >= 0) return `${partsFolder}${at}-${part}`;
  }
  for (const { folder, only, into, machine: wanted } of take) {
    if (wanted && (wanted.os !== machine.os || wanted.cpu !== machine.cpu)) continue;
    const inside = folder === '' ? member : member.replace(`${folder}/`, '');
    if (folder !== '' && !member.startsWith(`${folder}/`)) continue;
    if (only ? only.includes(inside) : folder !== '') return `${into}/${inside}`;
  }
  return null;
}

const isPlain = (member: string): boolean =>
  member.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
  !/[\\:\0]/.test(member);

/**
 * Takes out of a package what a pack is made of. The archive was held against its hash before.
 * @param target an empty folder
 * @returns what is in it now, its graphs left out
 * @throws PackFailure `damaged` where something is missing or other than it has to be
 */
export async function unpackDownload(
  archive: string,
  wanted: PackDownload,
  target: string,
  machine: Machine,
  signal: AbortSignal,
): Promise<InstalledFile[]> {
  // The first folder is the package itself, by whatever name.
  const memberOf = (name: string): string => name.slice(name.indexOf('/') + 1);
  const found = new Map<string, string>();
  await pipeline(
    createReadStream(archive),
    createGunzip(),
    unpackTar(target, {
      filter({ name, type }) {
        const member = memberOf(name);
        const place = type === 'file' && isPlain(member) ? placeOf(member, wanted, machine) : null;
        if (place !== null) found.set(name, place);
        return place !== null;
      },
      map: (header) => ({ ...header, name: found.get(header.name) ?? header.name }),
      fmode: 0o644,
      dmode: 0o755,
    }),
    { signal },
  );
  const installed: InstalledFile[] = [];
  for (const name of found.values()) {
    if (name.startsWith(partsFolder)) continue;
    installed.push({ name, ...(await describe(path.join(target, name))) });
  }
  const parts = new Set(found.values());
  for (const [at, { name, bytes: size, sha256, parts: members, form }] of wanted.join.entries()) {
    const file = path.join(target, name);
    for (const [part, member] of members.entries()) {
      const from = `${partsFolder}${at}-${part}`;
      if (!parts.has(from)) throw new PackFailure('damaged', `${wanted.npm} has no ${member}`);
      const bytes = await readFile(path.join(target, from));
      await appendFile(file, form === 'raw' ? bytes : fromModule(bytes));
    }
    const made = await describe(file);
    if (made.bytes !== size || made.sha256 !== sha256) {
      throw new PackFailure('damaged', `${name} is not what it has to be`);
    }
    installed.push({ name, ...made });
  }
  await rm(path.join(target, partsFolder), { recursive: true, force: true });
  return installed;
}

async function describe(file: string): Promise<Omit<InstalledFile, 'name'>> {
  return { bytes: (await stat(file)).size, sha256: await sha256Of(file) };
}

/** Puts the graphs beside their weights, where the runtime looks for them. */
export async function copyGraphs(
  { folder, graphs }: PackManifest,
  target: string,
): Promise<InstalledFile[]> {
  for (const { name } of graphs) await copyFile(path.join(folder, name), path.join(target, name));
  return graphs.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
}
