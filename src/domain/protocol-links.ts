import { decodedComponent } from './decoded.ts';
import { isGeneratorType, type GeneratorType } from './generator-types.ts';
import { isUuid, parseWorkRouteId, workRouteId, type WorkId } from './ids.ts';
import { promptMaxCharacters } from './limits.ts';

/** Links of this kind open the installed app from anywhere on the system. */
export const protocolName = 'web+kiln';

/** Where such a link leads. */
export type ProtocolTarget =
  | { page: 'home' }
  | { page: 'work'; id: string }
  | { page: 'app'; id: string }
  | { page: 'generate'; type: GeneratorType | null; prompt: string | null };

/** What stands in a query; nothing where it can't be read. */
const decoded = (text: string) => decodedComponent(text.replaceAll('+', ' ')) ?? '';

/**
 * Reads `web+kiln:work/<id>`, `web+kiln:app/<id>` and `web+kiln:generate/<tool>?prompt=…`. Such links come from
 * anywhere: what is not understood leads home, and nothing is done but to open a page.
 */
export function readProtocolLink(link: string): ProtocolTarget {
  const home: ProtocolTarget = { page: 'home' };
  const match = /^web\+kiln:(?:\/\/)?([a-z]+)(?:\/([^?#]*))?(?:\?([^#]*))?/i.exec(link.trim());
  if (!match) return home;
  const [, page = '', rest = '', query = ''] = match;
  const id = rest.replace(/\/+$/, '');
  switch (page.toLowerCase()) {
    case 'work': {
      const workId = parseWorkRouteId(id) ?? id;
      return isUuid(workId) ? { page: 'work', id: workRouteId(workId as WorkId) } : home;
    }
    case 'app':
      return /^[\w-]{1,200}$/.test(id) ? { page: 'app', id } : home;
    case 'generate': {
      const written = decoded(/(?:^|&)prompt=([^&]*)/.exec(query)?.[1] ?? '');
      const prompt = written.slice(0, promptMaxCharacters) || null;
      return { page: 'generate', type: isGeneratorType(id) ? id : null, prompt };
    }
    default:
      return home;
  }
}
