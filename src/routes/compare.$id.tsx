import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '../features/compare/ComparePage.tsx';
import { readCompareSearch } from '../features/compare/compare-search.ts';

export const Route = createFileRoute('/compare/$id')({
  validateSearch: readCompareSearch,
  component: Compare,
});

function Compare() {
  const navigate = Route.useNavigate();
  return (
    <ComparePage
      id={Route.useParams().id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
