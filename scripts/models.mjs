/**
 * `npm run models` lists the models that can run on this machine; `npm run models -- install <name>` fetches one,
 * `-- install <name> --from <folder>` takes archives that `npm pack` has put there, `-- check <name>` and
 * `-- remove <name>` do what they say; `-- offer <name>` lets devices have it, `-- withdraw <name>` does not. Kiln may run or not.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { readConfig } from '../server/config.ts';
import { freeBytesFor } from '../server/files/free-space.ts';
import { createDeviceOffers, deviceRuntimeId } from '../server/packs/for-devices.ts';
import { knownPacks } from '../server/packs/manifest.ts';
import { createPacks } from '../server/packs/service.ts';

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.ceil(bytes / 1_000_000)} MB`;

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' } },
});
const [act = 'list', id] = positionals;
const { dataFolder, freeBytesFloor, packs: settings } = readConfig(process.env);
await mkdir(dataFolder, { recursive: true, mode: 0o755 });
const packs = createPacks({
  folder: path.join(dataFolder, 'packs'),
  manifests: await knownPacks(settings.manifests),
  models: settings.models,
  hub: settings.hub,
  registry: settings.registry,
  freeBytes: () => freeBytesFor(dataFolder, freeBytesFloor),
  log: { info: () => undefined, warn: () => undefined },
});

// Models of one's own are known once somebody has looked for them.
await packs.statuses();

const statusOf = async (/** @type {string} */ name) =>
  (await packs.statuses()).find(({ manifest }) => manifest.id === name);

async function follow() {
  const tell = async () => {
    for (const { manifest, state, receivedBytes, fetchBytes } of await packs.statuses()) {
      if (state !== 'downloading' && state !== 'unpacking') continue;
      const share = Math.floor((100 * receivedBytes) / fetchBytes);
      process.stdout.write(`${manifest.id}: ${state === 'downloading' ? `${share} %` : state}\n`);
    }
  };
  const timer = setInterval(() => void tell(), 1_000);
  await packs.settled();
  clearInterval(timer);
}

if (act === 'list') {
  for (const { manifest, state, fetchBytes, diskBytes } of await packs.statuses()) {
    const size =
      state === 'installed' || manifest.brought
        ? `${megabytes(diskBytes)} on the disk`
        : `${megabytes(fetchBytes)} to fetch`;
    process.stdout.write(
      `${manifest.id.padEnd(16)} ${state.padEnd(12)} ${size.padEnd(20)} ${manifest.name.en} ${manifest.licence && `(${manifest.licence})`}\n`,
    );
  }
} else if (!id || !packs.has(id)) {
  stop('Name a model: `npm run models` lists them.');
} else if (act === 'install') {
  if (values.from !== undefined) {
    const brought = await packs.bring(id, path.resolve(values.from));
    if (brought.length === 0) stop(`${values.from} holds nothing of ${id}.`);
    process.stdout.write(`Taken from there: ${brought.join(', ')}\n`);
  }
  await packs.install(id);
  await follow();
  const status = await statusOf(id);
  if (status?.state !== 'installed') {
    stop(`${id} is not installed: ${status?.problem ?? status?.state}. What is here stays.`);
  }
  process.stdout.write(`${id} is installed, ${megabytes(status.diskBytes)} on the disk.\n`);
} else if (act === 'check') {
  await packs.check(id);
  await packs.settled();
  const status = await statusOf(id);
  if (status?.state !== 'installed') stop(`${id} is ${status?.problem ?? 'not installed'}.`);
  process.stdout.write(`${id} is undamaged.\n`);
} else if (act === 'remove') {
  if (!(await packs.remove(id))) stop(`${id} is needed by another model.`);
  process.stdout.write(`${id} is removed.\n`);
} else if (act === 'offer' || act === 'withdraw') {
  const offers = createDeviceOffers({ packs, folder: path.join(dataFolder, 'packs') });
  if (offers.isOffered(id) === null) stop(`${id} is not installed, or no model for devices.`);
  await offers.offer(id, act === 'offer');
  if (act === 'offer') {
    await packs.install(deviceRuntimeId);
    await follow();
    const status = await statusOf(deviceRuntimeId);
    if (status?.state !== 'installed') {
      stop(`${deviceRuntimeId} is not installed: ${status?.problem ?? status?.state}.`);
    }
  }
  process.stdout.write(`Devices ${act === 'offer' ? 'may have' : 'no longer get'} ${id}.\n`);
} else {
  stop('Say list, install, check, remove, offer or withdraw.');
}
