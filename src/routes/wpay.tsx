import { createFileRoute } from '@tanstack/react-router';
import { PayPage } from '../features/pay/PayPage.tsx';
import { readPaySearch } from '../features/pay/pay-search.ts';

export const Route = createFileRoute('/wpay')({
  validateSearch: readPaySearch,
  component: Pay,
});

function Pay() {
  const navigate = Route.useNavigate();
  return (
    <PayPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
