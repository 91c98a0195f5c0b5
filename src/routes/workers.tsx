import { createFileRoute } from '@tanstack/react-router';
import { networks } from '../domain/worker-network.ts';
import { NetworkPage, type NetworkSearch } from '../features/network/NetworkPage.tsx';
import { networkTabs, sortKeys } from '../features/network/order.ts';

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);

export const Route = createFileRoute('/workers')({
  validateSearch: (given: Record<string, unknown>): NetworkSearch => {
    const of = oneOf(networks, given['of']);
    const tab = oneOf(networkTabs, given['tab']);
    const sort = oneOf(sortKeys, given['sort']);
    const dir = oneOf(['descending', 'ascending'] as const, given['dir']);
    return { ...(of && { of }), ...(tab && { tab }), ...(sort && { sort }), ...(dir && { dir }) };
  },
  component: WorkersRoute,
});

function WorkersRoute() {
  return <NetworkPage search={Route.useSearch()} />;
}
