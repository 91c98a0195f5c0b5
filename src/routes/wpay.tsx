import { createFileRoute } from '@tanstack/react-router';
import { refreshMyself } from '../features/account/myself.ts';
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
      search={readPaySearch({ ...Route.useSearch() })}
      onBought={() => void refreshMyself()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
