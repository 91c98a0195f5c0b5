/**
 * Finds a Chromium or Chrome for Playwright and Vitest, and installs one where that is possible.
 * Runs on Node 20: it is needed before the pinned Node is sure to be there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const fixedPaths = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

/**
 * Every window of a newer Chromium prepares two pages for its address bar, which no test has: half of what a new
 * context costs. The last such flag holds, so Playwright's own are named here, too.
 */
const features = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  // With it the browser names a quota that has nothing to do with the one it keeps to.
  'StaticStorageQuota',
];

/** Without background traffic and without the sandbox, which a container's root cannot have. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${features.join(',')}`,
];

/**
 * Ubuntu's `chromium` may be a stub that only asks for snap: what cannot tell its version is none.
 * @param {string} file
 */
function works(file) {
  if (!existsSync(file)) return false;
  // Chrome on Windows opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  const run = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return run.status === 0 && /chrom(e|ium)/i.test(run.stdout);
}

function playwrightDownload() {
  try {
    const require = createRequire(import.meta.url);
    const playwright = /** @type {typeof import('@playwright/test')} */ (
      require('@playwright/test')
    );
    return playwright.chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * Looks for a browser and installs nothing.
 * @returns {string | undefined} absolute path of an executable that starts
 * @throws when KILN_BROWSER or CHROME_PATH names something that does not start
 */
export function locateBrowser() {
  for (const variable of ['KILN_BROWSER', 'CHROME_PATH']) {
    const file = process.env[variable];
    if (!file) continue;
    if (works(file)) return file;
    throw new Error(`${variable} is "${file}", which is not a browser that starts.`);
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = [
    ...namesOnPath.flatMap((name) => folders.map((folder) => path.join(folder, name + suffix))),
    ...(fixedPaths[process.platform] ?? []),
    playwrightDownload(),
  ];
  return candidates.find((file) => file !== undefined && works(file));
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {string[]} command program and arguments */
function succeeds([program = '', ...args]) {
  return spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;
}

function debianLike() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Words in front of a command that make it run as root; undefined when there is no way. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n'] : undefined;
}

function installSystemPackage() {
  const prefix = rootPrefix();
  if (process.platform !== 'linux' || !debianLike() || prefix === undefined) return;
  say('No Chromium found: installing the package of the system (apt-get).');
  /** @param {string[]} args */
  const aptGet = (...args) =>
    succeeds([...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]);
  // A failing update (one dead mirror) does not mean that the install will fail.
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', 'chromium');
}

function installPlaywrightDownload() {
  say("Downloading Playwright's own Chromium.");
  const cli = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
  const libraries =
    process.platform === 'linux' && rootPrefix() !== undefined ? ['--with-deps'] : [];
  succeeds([process.execPath, cli, 'install', ...libraries, 'chromium']);
}

/**
 * Finds a browser, or installs one: the system's package first, else Playwright's download.
 * @returns {string} absolute path of an executable that starts
 * @throws a sentence for people when there is none and none could be installed
 */
export function ensureBrowser() {
  for (const install of [() => {}, installSystemPackage, installPlaywrightDownload]) {
    install();
    const file = locateBrowser();
    if (file !== undefined) return file;
  }
  throw new Error(whatToDo());
}

/** For a person who stands before a machine on which every way failed. */
function whatToDo() {
  const systemPackage =
    process.platform === 'linux' && debianLike()
      ? 'run `sudo apt-get install chromium`, or install'
      : 'install';
  const why =
    process.platform === 'linux' && rootPrefix() === undefined
      ? 'The package of the system needs root (this is neither root nor a user whose sudo asks no ' +
        "password), and Playwright's own download failed."
      : 'Every way to install one failed; the messages are above.';
  return [
    '',
    'The tests need Chromium or Chrome, and this machine has none.',
    why,
    `What to do: ${systemPackage} Chromium or Google Chrome in another way, or name an executable`,
    'in KILN_BROWSER; then run this again. Kiln itself starts without it: `npm start`.',
  ].join('\n');
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  try {
    process.stdout.write(`${ensureBrowser()}\n`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
