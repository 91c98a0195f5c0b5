import { createFileRoute } from '@tanstack/react-router';
import { NetworkPage } from '../features/network/NetworkPage.tsx';

export const Route = createFileRoute('/workers')({
  // The page knows what the words may be: here they would come before anything is seen.
  validateSearch: (given: Record<string, unknown>) =>
    given as { of?: string; tab?: string; sort?: string; dir?: string },
  component: WorkersRoute,
});

function WorkersRoute() {
  return <NetworkPage given={Route.useSearch()} />;
}
