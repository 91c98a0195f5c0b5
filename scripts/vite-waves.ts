import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { partsOfBarrels } from './vite-barrels.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the bundler tells about a module. */
interface ModuleInfo {
  importedIds: readonly string[];
  code: string | null;
}
interface Graph {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

/**
 * What arrives together, in order of arrival. A wave is everything that its modules import and that no earlier wave
 * brought. Without them the bundler makes a chunk of every few shared lines: 63 files for the first load, most of
 * them smaller than the headers they came with.
 */
const waves: readonly { name: string; from: readonly string[] }[] = [
  // The shell's prompt and its button act.
  // What is set is asked before anything else.
  { name: 'first', from: ['src/first.ts', 'src/live/making-owner.ts'] },
  // The frame and the form.
  {
    name: 'app',
    from: ['src/main.tsx', 'src/routes/generate.{-$type}.{-$model}.tsx?tsr-split=component'],
  },
  // What comes to every page right behind its first paint.
  {
    name: 'behind',
    from: [
      'src/start-queue.ts',
      'sw/client.ts',
      'sw/client-updates.ts',
      'src/features/account/BalanceBadge.tsx',
      'src/features/playground/RequestNote.tsx',
      'src/features/queue/WaitingBanner.tsx',
      'src/features/shell/AccountArea.tsx',
      'src/features/storage/StorageWatch.tsx',
    ],
  },
  // The other pages that people begin on; the rest shares what these bring.
  {
    name: 'home',
    from: ['src/routes/index.tsx?tsr-split=component'],
  },
  // What the history begins with is read before the app is there.
  { name: 'ahead', from: ['src/start-history.ts'] },
];

/**
 * What is opened later, in no order: a file for each, and one more for what several of them need. By themselves
 * they would be a hundred files, each with its own way to the device when the app is put aside for offline use.
 */
const laterParts: readonly { name: string; from: readonly string[] }[] = [
  // Words that those who look after the gallery read, too.
  { name: 'shared', from: ['src/words/reports.ts'] },
  // What a request needs when it is looked at or something is asked of it; pages and dialogs share it.
  {
    name: 'request',
    from: [
      'src/features/queue/QueueDrawer.tsx',
      'src/routes/queue.tsx?tsr-split=component',
      'src/requests/actions/RequestSteps.tsx',
      'src/requests/actions/RequestControls.tsx',
      'src/requests/actions/RequestReasons.tsx',
      'src/features/playground/result/RequestResult.tsx',
      'src/words/CommunityAdvice.tsx',
    ],
  },
  // How a result looks while it is made, which the platform is asked.
  {
    name: 'live',
    from: ['src/features/playground/result/LivePreview.tsx', 'src/features/queue/LiveThumb.tsx'],
  },
  // A work, alone and among others.
  {
    name: 'work',
    from: [
      'src/routes/history.tsx?tsr-split=component',
      'src/routes/work.$id.tsx?tsr-split=component',
      'src/features/work/WorkDialog.tsx',
      'src/features/work/WorkButtons.tsx',
      'src/features/work/download.ts',
      'src/db/works/bring-here.ts',
      'src/ui/MediaPlayer.tsx',
    ],
  },
  // Settings of a request and what they open.
  {
    name: 'settings',
    from: [
      'src/features/playground/models/ModelPicker.tsx',
      'src/features/playground/shortcuts/ShortcutList.tsx',
      'src/features/playground/AnySourceField.tsx',
      'src/features/playground/parameters/SettingsPanel.tsx',
      'src/features/playground/loras/LoraField.tsx',
      'src/features/playground/own-words/StyleField.tsx',
      'src/features/playground/hints/UnsetHint.tsx',
      'src/features/playground/hints/SamplerHint.tsx',
      'src/features/playground/parameters/OptionalPart.tsx',
      'src/features/playground/models/ModelExamples.tsx',
      'src/features/playground/recall/SettingsFromPicture.tsx',
    ],
  },
  // Apps among others; by itself, so that no page people begin on waits for what asks the platform.
  { name: 'apps', from: ['src/routes/smart-apps.tsx?tsr-split=component'] },
  // Making an app, and changing it.
  {
    name: 'template',
    from: [
      'src/routes/template.new.tsx?tsr-split=component',
      'src/routes/template.edit.{-$id}.tsx?tsr-split=component',
    ],
  },
  // Buying, by whichever way.
  {
    name: 'buying',
    from: [
      'src/routes/wpay.tsx?tsr-split=component',
      'src/routes/ypay.tsx?tsr-split=component',
      'src/routes/wxredirect.tsx?tsr-split=component',
      'src/routes/getpoint.{-$id}.tsx?tsr-split=component',
    ],
  },
  // What a dialog or a sheet is made of, whoever opens one first.
  { name: 'surfaces', from: ['src/ui/DialogSurface.tsx', 'src/ui/SheetSurface.tsx'] },
  // What helps with the words of a prompt.
  {
    name: 'prompt',
    from: [
      'src/features/playground/prompt/AllPromptTools.tsx',
      'src/features/playground/prompt/EnglishNote.tsx',
      'src/features/playground/prompt/UndoNote.tsx',
      'src/features/playground/prompt/ideas.ts',
      'src/features/playground/prompt/weigh-here.ts',
      'src/features/playground/own-words/WildcardTool.tsx',
      'src/features/playground/own-words/finish-words.ts',
    ],
  },
  // Publishing a work, and saying why one should not be.
  {
    name: 'publishing',
    from: ['src/features/gallery/PublishDialog.tsx', 'src/features/work/public/ReportDialog.tsx'],
  },
  // A person, their device and what they have chosen.
  {
    name: 'account',
    from: [
      'src/routes/me.tsx?tsr-split=component',
      'src/routes/storage.tsx?tsr-split=component',
      'src/routes/options.tsx?tsr-split=component',
      'src/features/options/OptionsDialog.tsx',
      'src/features/account/SignInDialog.tsx',
      'src/features/account/CreditsDialog.tsx',
      'src/features/account/GiftDialog.tsx',
      'src/features/account/SignOutDialog.tsx',
      'src/features/account/ledger.ts',
      'src/features/account/engine-keys.ts',
      'src/features/notifications/NotificationSwitch.tsx',
      'src/features/notifications/NotifyOffer.tsx',
    ],
  },
];
const shared = 'shared';

/**
 * What asks the platform, with what it says to it. A chunk runs as a whole, and building these schemas takes a phone a
 * third of a second: works and requests, which ask nothing, come without it.
 */
const api = 'api';
/** Of that what shows what others have published: somebody who follows a link asks for no more. */
const gallery = { name: 'api-gallery', from: ['src/api/gallery.ts'] };
const isApi = (id: string) => id.startsWith(path.join(root, 'src/api'));

/** Kept libraries change seldom: in chunks of their own a new version of the app leaves them cached. */
function libraryOf(id: string): string | null {
  if (/node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(id)) return 'react';
  // Only what asks the platform needs it, which the home page does not.
  if (/node_modules[\\/]zod[\\/]/.test(id)) return 'zod';
  return null;
}

function closure(from: readonly string[], graph: Graph): Set<string> {
  const seen = new Set<string>();
  const waiting = from.map((name) => path.join(root, name));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    const info = graph.getModuleInfo(id);
    if (!info) throw new Error(`scripts/vite-waves.ts names a module that is not there: ${id}`);
    seen.add(id);
    waiting.push(...partsOfBarrels(info, (barrel) => graph.getModuleInfo(barrel)));
  }
  return seen;
}

/** A group of the bundler's; of those that want a module, the one with the highest priority gets it. */
interface Group {
  name: (id: string, graph: Graph) => string | null;
  debugName: string;
  priority: number;
}

/** Groups of modules for the bundler, one for each wave and each library with a chunk of its own. */
export function createWaves(): Group[] {
  let nameOf: Map<string, string> | null = null;
  const assign = (graph: Graph) => {
    const names = new Map<string, string>();
    for (const { name, from } of waves) {
      for (const id of closure(from, graph)) {
        if (!names.has(id)) names.set(id, libraryOf(id) ?? name);
      }
    }
    const parts = new Map<string, string>();
    for (const { name, from } of laterParts) {
      for (const id of closure(from, graph)) {
        if (!names.has(id)) parts.set(id, libraryOf(id) ?? (parts.has(id) ? shared : name));
      }
    }
    const isAsking = (id: string) => [...closure([path.relative(root, id)], graph)].some(isApi);
    for (const [id, name] of parts) {
      if (isApi(id) || (name === shared && isAsking(id))) parts.set(id, api);
    }
    for (const id of closure(gallery.from, graph)) {
      if (isApi(id) && !names.has(id)) parts.set(id, gallery.name);
    }
    const asking = [...parts].flatMap(([id, name]) =>
      name === api || name === gallery.name ? [path.relative(root, id)] : [],
    );
    for (const id of closure(asking, graph)) {
      // A group takes along what its modules import; that is needed without them, too.
      const isPlaced = names.has(id) || parts.get(id) === api || parts.get(id) === gallery.name;
      if (!isPlaced) parts.set(id, libraryOf(id) ?? shared);
    }
    return new Map([...names, ...parts]);
  };
  const inOrder = [
    'react',
    'zod',
    ...waves.map(({ name }) => name),
    shared,
    gallery.name,
    api,
    ...laterParts.map(({ name }) => name).filter((name) => name !== shared),
  ];
  return inOrder.map((group, index) => ({
    debugName: group,
    // A group takes what its modules import along: earlier ones go first, and theirs stays theirs.
    priority: inOrder.length - index,
    name: (id, graph) => {
      nameOf ??= assign(graph);
      return nameOf.get(id) === group ? group : null;
    },
  }));
}

/** What the poller needs at its start, in one file: shared with its later parts, it would come in a chain of small ones. */
export function createPollerGroup(): Group[] {
  const entry = 'workers/poller/poller.worker.ts';
  let needed: Set<string> | null = null;
  return [
    {
      debugName: 'poller',
      priority: 1,
      name: (id, graph) => {
        // Other workers are builds of their own.
        if (graph.getModuleInfo(path.join(root, entry)) === null) return null;
        needed ??= closure([entry], graph);
        return needed.has(id) ? 'poller' : null;
      },
    },
  ];
}
