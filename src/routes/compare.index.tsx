import { createFileRoute } from '@tanstack/react-router';
import { readComparedSearch } from '../domain/compared-works.ts';
import { ComparedPage } from '../features/work/compare/ComparedPage.tsx';

export const Route = createFileRoute('/compare/')({
  validateSearch: readComparedSearch,
  component: Compare,
});

function Compare() {
  const navigate = Route.useNavigate();
  return (
    <ComparedPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
