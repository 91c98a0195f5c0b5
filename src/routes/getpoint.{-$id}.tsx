import { createFileRoute } from '@tanstack/react-router';
import { GetPointPage } from '../features/account/GetPointPage.tsx';

export const Route = createFileRoute('/getpoint/{-$id}')({ component: GetPoint });

function GetPoint() {
  return <GetPointPage id={Route.useParams().id ?? null} />;
}
