import type { App } from '../http/mount.ts';
import type { TagLists } from './lists.ts';

/** The lists' files; an address without one goes on to whoever else may know it. */
export function mountTagLists(app: App, lists: TagLists): void {
  app.get('/tags/:file', async (context, next) => {
    const answer = await lists.send(context.req.raw, context.req.param('file'));
    if (!answer) await next();
    return answer ?? undefined;
  });
}
