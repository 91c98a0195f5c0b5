import { createFileRoute } from '@tanstack/react-router';
import { AlbumsPage } from '../features/albums/AlbumsPage.tsx';
import { RuleFields } from '../features/history/RuleFields.tsx';

export const Route = createFileRoute('/albums/')({ component: Albums });

function Albums() {
  return <AlbumsPage Fields={RuleFields} />;
}
