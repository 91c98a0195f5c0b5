import { createFileRoute, redirect } from '@tanstack/react-router';
import { readProtocolLink } from '../domain/protocol-links.ts';

/** Where the system brings links of the app's own kind. */
export const Route = createFileRoute('/open')({
  validateSearch: ({ link }: Record<string, unknown>): { link?: string } =>
    typeof link === 'string' ? { link } : {},
  beforeLoad: ({ search }) => {
    const target = readProtocolLink(search.link ?? '');
    const replace = true;
    // oxlint-disable typescript/only-throw-error -- the router redirects by throwing
    switch (target.page) {
      case 'work':
        throw redirect({ to: '/work/$id', params: { id: target.id }, replace });
      case 'app':
        throw redirect({ to: '/app/$id', params: { id: target.id }, replace });
      case 'generate':
        throw redirect({
          to: '/generate/{-$type}/{-$model}',
          params: { type: target.type ?? undefined, model: undefined },
          search: target.prompt === null ? {} : { prompt: target.prompt },
          replace,
        });
      case 'home':
        throw redirect({ to: '/', replace });
    }
    // oxlint-enable typescript/only-throw-error
  },
});
