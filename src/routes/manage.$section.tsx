import { createFileRoute, Navigate } from '@tanstack/react-router';
import { ManagePage } from '../features/manage/ManagePage.tsx';
import { isManageSection } from '../features/manage/sections.ts';

export const Route = createFileRoute('/manage/$section')({
  // `search` is a link's word for the home page, wherever it leads.
  validateSearch: (given: Record<string, unknown>): { q?: string } =>
    typeof given['q'] === 'string' ? { q: given['q'].slice(0, 100) } : {},
  component: ManageRoute,
});

function ManageRoute() {
  const { section } = Route.useParams();
  const { q = '' } = Route.useSearch();
  return isManageSection(section) ? (
    <ManagePage section={section} search={q} />
  ) : (
    <Navigate to="/manage/$section" params={{ section: 'jobs' }} replace />
  );
}
