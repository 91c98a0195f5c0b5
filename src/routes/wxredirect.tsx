import { createFileRoute } from '@tanstack/react-router';
import { readWechatSearch } from '../features/pay/pay-search.ts';
import { WechatReturn } from '../features/pay/WechatReturn.tsx';

export const Route = createFileRoute('/wxredirect')({
  validateSearch: readWechatSearch,
  component: Wxredirect,
});

function Wxredirect() {
  return <WechatReturn search={readWechatSearch({ ...Route.useSearch() })} />;
}
