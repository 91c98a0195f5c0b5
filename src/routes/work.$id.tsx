import { createFileRoute } from '@tanstack/react-router';
import { WorkPage } from '../features/work/WorkPage.tsx';

export const Route = createFileRoute('/work/$id')({ component: Work });

function Work() {
  return <WorkPage id={Route.useParams().id} />;
}
