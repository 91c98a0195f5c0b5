/**
 * The rooms of the platform and their arrows: server/README.md says what each is for. `boundary-rules.mjs` adds
 * them to the rooms of the device, and `check-boundaries.mjs` enforces both.
 *
 * Inside a room the same files everywhere, as many as it needs: `routes.ts` takes calls, `service.ts` holds rules
 * that other rooms may ask for, `store.ts` is SQL, `tables.ts` are its tables.
 */

/** @typedef {import('./boundary-rules.mjs').Room} Room */

/** What the platform shares with the device. */
const contracts = ['contract', 'domain'];

/** They know no subject; every room stands on them. */
const ground = [
  'server/log',
  'server/async',
  'server/processes',
  'server/pictures',
  'server/database',
  'server/http',
  'server/files',
  'server/push',
  'server/pages',
];

/**
 * @param {string} name folder of server/
 * @param {string[]} mayImport other rooms beside contract and domain
 * @param {string} advice
 * @param {RegExp} [match]
 * @returns {Room}
 */
const room = (name, mayImport, advice, match = new RegExp(`^server/${name}/`)) => ({
  name: `server/${name}`,
  match,
  mayImport: [`server/${name}`, ...contracts, ...mayImport],
  packages: 'server',
  advice,
});

/** @type {Room[]} */
const subjects = [
  room(
    'log',
    [],
    'The log and the version know nothing else: pass in what is to be written.',
    /^server\/(log|version)\.ts$/,
  ),
  room('async', [], 'How work is put in order knows no subject: take the work as a function.'),
  room(
    'processes',
    ['server/async'],
    'Processes know no subject: the room whose work is done in them brings its own entry.',
  ),
  room(
    'pictures',
    [],
    'What a picture is like, told without a decoder, knows no subject: take bytes, and answer with plain data.',
  ),
  room(
    'database',
    ['server/log'],
    'The database knows no subject: SQL belongs into the store.ts of the room whose tables it is about.',
  ),
  room(
    'http',
    ['server/log', 'server/async'],
    'HTTP knows no subject and no table: take a function or a value, and let server/app.ts pass it in.',
  ),
  room(
    'files',
    [
      'server/log',
      'server/async',
      'server/processes',
      'server/pictures',
      'server/database',
      'server/http',
    ],
    'Files know no job, work or person: take a function, and let server/app.ts or server/platform.ts pass it in.',
  ),
  room(
    'push',
    ['server/log', 'server/async', 'server/database', 'server/http'],
    'Pushes know no job and no person: take what is to be said, and let the room that knows it call.',
  ),
  room(
    'pages',
    ['server/http'],
    'Pages that the platform writes itself know no subject: take plain data, and let the room whose page it is write its body.',
  ),
  room(
    'safety',
    ['server/log', 'server/http'],
    'What may be asked for is decided by words alone: take them as an argument.',
  ),
  room(
    'tags',
    ['server/http'],
    'Lists of tags are files and nothing else: let server/platform.ts pass in where they lie.',
  ),
  room(
    'accounts',
    ground,
    'Accounts know nothing above the ground floor: let server/app.ts pass in what happens when somebody registers.',
  ),
  room(
    'credits',
    ground,
    'Credits know nothing above the ground floor: take amounts and ids, and let the room that spends them call.',
  ),
  room(
    'doors',
    [...ground, 'server/accounts'],
    'Doors know who vouches for people; who those are here is known to server/accounts.',
  ),
  room(
    'belongings',
    [...ground, 'server/accounts'],
    'What belongs to a person is known by the names of tables alone (list.ts): what else has to happen is passed in by server/app.ts.',
  ),
  room(
    'administration',
    [...ground, 'server/accounts', 'server/credits'],
    'Administration knows people and their credits: what else an operator does belongs into the room that it is done to, and is written down by http/mount.ts.',
  ),
  room(
    'network',
    [...ground, 'server/engine kit', 'horde'],
    'The network knows workers and what they are given: who may ask for pictures, and what they cost, is known to the queue, which sees it as an engine (server/engines/horde/network.ts).',
  ),
  room(
    'metrics',
    ground,
    'Figures are counted from rows by the names of their tables, and from what http/ tells: no room knows of them.',
  ),
  room(
    'feedback',
    ground,
    'Feedback is words and whose they are: who reads them is told where, and nothing else.',
  ),
  room(
    'payments',
    [...ground, 'server/accounts', 'server/credits'],
    'Payments know who pays and what they get: what is sold is a setting, which server/platform.ts passes in.',
  ),
  room(
    'settings',
    ground,
    'Settings know nothing above the ground floor: let server/app.ts pass a room the setting it asks for.',
  ),
  room(
    'packs',
    ['server/log', 'server/processes', 'server/http', 'diffusion'],
    'Packs are files and where they come from: who runs a model is told what is installed by server/platform.ts.',
  ),
  room(
    'local',
    [
      'server/engine contract',
      'server/engine kit',
      'server/log',
      'server/processes',
      'server/packs',
      'diffusion',
    ],
    'Models on this machine know the engine’s contract, their packs and the processes they work in: what else they need is passed to createLocalEngine.',
  ),
  room(
    'engine contract',
    ['server/processes'],
    'The contract of engines knows the domain and the processes that pictures are opened in: what an engine needs is passed to it.',
    /^server\/engines\/contract\//,
  ),
  room(
    'engine kind',
    ['server/engine contract', 'server/engine kit', 'server/http', 'server/log', 'horde'],
    'An engine knows its contract, what engines share (server/engines/*.ts) and outgoing HTTP; the platform does the rest.',
    /^server\/engines\/[^/]+\//,
  ),
  room(
    'engine list',
    [
      'server/engine contract',
      'server/engine kit',
      'server/engine kind',
      'server/workshop',
      'server/config',
      'server/log',
    ],
    'The list of engines makes them from the configuration and does nothing else.',
    /^server\/engines\/(registry|configuration)\.ts$/,
  ),
  room(
    'engine kit',
    ['server/engine contract', 'server/http', 'server/log'],
    'What engines share knows none of them: move it into the engine, or take it as an argument.',
    /^server\/engines\/[^/]+\.ts$/,
  ),
  room(
    'workshop',
    ['server/engine contract', 'server/processes', 'server/pictures'],
    'The workshop knows the domain, the engine’s contract, the processes it works in and what pictures are like only: have what it needs passed to createBuiltinEngine.',
  ),
  room(
    'works',
    ground,
    'Works know their files and nothing else: the queue calls server/works/service.ts when a job is done.',
  ),
  room(
    'links',
    [...ground, 'server/works'],
    'Links know the works that they lead to and nothing else of what was made.',
  ),
  room(
    'gallery',
    [...ground, 'server/accounts', 'server/safety', 'server/works'],
    'The gallery knows works, the people who publish them and what words may not be shown: whoever makes works knows nothing of it.',
  ),
  room(
    'albums',
    ground,
    'Albums know works by their ids and nothing else: what a work is, is said by server/works.',
  ),
  room(
    'engine-keys',
    [...ground, 'server/engine contract', 'server/models'],
    'Keys for engines know which engines there are and who owns them.',
  ),
  room(
    'queue',
    [...ground, 'server/credits', 'server/engine contract', 'server/engine-keys', 'server/works'],
    'The queue runs what was accepted: what a submission is, is decided in server/generate.',
  ),
  room(
    'models',
    [...ground, 'server/engine contract', 'server/queue'],
    'Models say what engines offer and how busy they are: what is done with one belongs into server/generate.',
  ),
  room(
    'apps',
    [
      ...ground,
      'server/accounts',
      'server/engine contract',
      'server/models',
      'server/safety',
      'server/works',
    ],
    'Apps know models, the people who make them and the works that they are made of: what lists and runs them takes them as `PeopleApps`.',
  ),
  room(
    'language',
    [...ground, 'server/engine contract', 'server/engine kit', 'server/models', 'server/safety'],
    'Language works on words: it knows no job, no credits and no works.',
  ),
  room(
    'generate',
    [
      ...ground,
      'server/credits',
      'server/engine contract',
      'server/language',
      'server/models',
      'server/queue',
      'server/safety',
      'server/works',
      'horde',
    ],
    'Submissions are priced, held and put into the queue here; who makes them is known to the queue only.',
  ),
  room(
    'config',
    [
      'server/database',
      'server/doors',
      'server/files',
      'server/language',
      'server/payments',
      'server/safety',
      'server/tags',
    ],
    'The configuration is read once; rooms get their own part of it from server/platform.ts.',
    /^server\/config\.ts$/,
  ),
];

/** @type {Room} */
const composition = {
  name: 'server',
  match: /^server\/[^/]+$/,
  mayImport: ['server', ...contracts, ...subjects.map(({ name }) => name)],
  packages: 'server',
  advice:
    'main.ts, serve.ts, app.ts and platform.ts put the rooms together; the platform shares only src/api/contract and src/domain with the app.',
};

/** @type {Room[]} */
export const serverRooms = [...subjects, composition];

/**
 * Whose rows a room's tables point to, by foreign keys: `tables.ts` to `tables.ts` and nothing else. It is no
 * arrow between rooms: no rule follows a key.
 * @type {Record<string, string[]>}
 */
export const foreignKeys = {
  albums: ['accounts'],
  apps: ['accounts'],
  belongings: ['accounts'],
  credits: ['accounts'],
  'engine-keys': ['accounts'],
  doors: ['accounts'],
  feedback: ['accounts'],
  files: ['accounts'],
  gallery: ['accounts', 'works'],
  language: ['accounts'],
  links: ['accounts', 'works'],
  network: ['accounts', 'queue'],
  payments: ['accounts', 'credits'],
  push: ['accounts'],
  queue: ['accounts'],
  settings: ['accounts'],
  works: ['accounts', 'files', 'queue'],
};

/** Whether tables are named as `foreignKeys` and `joins` allow. @param {string} file @param {string} target */
export const mayNameTables = (file, target) =>
  kindOf(target) === 'tables' &&
  ((kindOf(file) === 'tables' ? foreignKeys[subjectOf(file) ?? ''] : joins[file]) ?? []).includes(
    subjectOf(target) ?? '',
  );

/**
 * Rows that a list is read together with, in one question: these files may join the tables of those rooms. What is
 * written to them is written by their own service.
 * @type {Record<string, string[]>}
 */
export const joins = {
  'server/works/describe.ts': ['files'],
  'server/works/store.ts': ['files'],
};

const subjectOf = (/** @type {string} */ file) => /^server\/([^/]+)\//.exec(file)?.[1];
const kindOf = (/** @type {string} */ file) =>
  /\/(routes|service|store|tables)\.ts$/.exec(file)?.[1];

/**
 * The walls within and between rooms that follow from a file's name.
 * @param {string} file @param {string} target both relative to the root
 * @returns {{ problem: string, advice: string } | undefined}
 */
export function problemOfServerFile(file, target) {
  if (!file.startsWith('server/')) return undefined;
  const from = subjectOf(file);
  const to = subjectOf(target);
  const kind = kindOf(target);
  if (to === undefined) return undefined;
  if (kindOf(file) === 'routes' && (kind === 'store' || kind === 'tables')) {
    return {
      problem: `routes.ts reaches ${kind}.ts`,
      advice: `A route is one line a call: put the rule into server/${from}/service.ts and the SQL into server/${from}/store.ts.`,
    };
  }
  if (from === to) return undefined;
  if (kind === 'tables') {
    if (mayNameTables(file, target)) return undefined;
    return {
      problem: `the tables of server/${to} are its own`,
      advice:
        kindOf(file) === 'tables'
          ? 'Name the foreign key in foreignKeys of scripts/server-rooms.mjs, if there is to be one.'
          : `Ask server/${to}/service.ts for what you need, or have server/app.ts pass a function in.`,
    };
  }
  if (kind === 'store') {
    return {
      problem: `the store of server/${to} is its own`,
      advice: `Ask server/${to}/service.ts for what you need.`,
    };
  }
  return undefined;
}

/** Packages that speak to the database; a route leaves that to its store. */
export const sqlPackages = /^(drizzle-orm|pg)($|\/)/;

/** @param {string} file @param {string} name @returns {{ problem: string, advice: string } | undefined} */
export function problemOfServerPackage(file, name) {
  if (!/^server\/.*\/routes\.ts$/.test(file) || !sqlPackages.test(name)) return undefined;
  return {
    problem: `routes.ts speaks SQL (${name})`,
    advice: `Put the rule into service.ts and the SQL into store.ts of ${file.replace(/\/routes\.ts$/, '')}.`,
  };
}
