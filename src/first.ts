import './shell-styles.ts';
import { beginPoller } from '../workers/poller/client.ts';
import { loadCatalog } from './catalogs.ts';
import { configure } from './configure.ts';
import { getModels } from './db/caches.ts';
import { openDatabase } from './db/database.ts';
import { decodedComponent } from './domain/decoded.ts';
import { isPlaygroundPath } from './domain/playground-path.ts';
import { carryOutPress } from './features/playground/shell/carry-out.ts';
import { hideInShell, onShellPress, showInShell } from './features/playground/shell/shell-state.ts';
import { firstLanguage } from './language-choice.ts';
import { reloadForMissingParts } from './missing-parts.ts';

/*
 * What index.html loads. Its shell can be typed in already; from here on Generate acts, too: the request is written
 * by what is loaded here, where nobody has to be asked back. The app comes behind it and takes the shell over.
 */

/** A store that has said nothing for so long may never do so; the page must not wait in silence. */
const silenceMs = 6_000;

const [, , , modelInPath] = window.location.pathname.split('/');
// A link that fills the form is followed by the app.
const canAct = window.location.search === '';

function act() {
  if (canAct) carryOutPress(decodedComponent(modelInPath ?? '') || undefined, firstLanguage());
}

function bringHistory() {
  Promise.all([
    import('./start-history.ts').then(({ startHistory }) => startHistory()),
    // Otherwise the app asks for the page's code when it runs.
    import('./features/history/HistoryPage.tsx'),
  ]).catch(() => {});
}

onShellPress(act);
act();
performance.mark('kiln-generate-acts');

const silence = setTimeout(() => showInShell('silent'), silenceMs);
openDatabase().then(
  () => {
    clearTimeout(silence);
    hideInShell('silent');
  },
  // The app has the words for each reason.
  () => clearTimeout(silence),
);

reloadForMissingParts();
const { first, newcomer } = document.documentElement.dataset;
// Where it can't be had, the shell says so after a while and goes on keeping what is typed.
const bringApp = () => {
  const { pathname } = window.location;
  // A link that shows only some works is followed by the app.
  if (pathname === '/history' && canAct) bringHistory();
  import('./main.tsx').catch(() => {});
  // It shows no page but the playground before it has all words.
  if (!isPlaygroundPath(pathname)) loadCatalog('rest', firstLanguage()).catch(() => {});
};
// On a fast network the app's code would come, and run, before a newcomer's shell is painted. A page that is hidden, or
// will be in a moment, paints nothing; asked for twice, the app comes once.
if (newcomer === undefined || document.hidden) bringApp();
else {
  requestAnimationFrame(() => setTimeout(bringApp));
  setTimeout(bringApp, 1_000);
}
// What the app says, and the models on a device that knows none, come beside it and not after it; it asks again, and
// says what is wrong.
loadCatalog('first', firstLanguage()).catch(() => {});
// Where nobody sees models, they come with everything else that nobody waits for.
if (first !== 'home' && first !== 'written') {
  getModels().then(
    (models) => {
      if (!models) beginPoller(configure());
    },
    () => {},
  );
}
