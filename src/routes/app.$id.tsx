import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/app/$id')({
  beforeLoad: ({ params }) => {
    // An app is a template of the playground: its id stands where a model's would.
    // oxlint-disable-next-line typescript/only-throw-error -- the router redirects by throwing
    throw redirect({
      to: '/generate/{-$type}/{-$model}',
      params: { type: 'Apps', model: params.id },
      replace: true,
    });
  },
});
