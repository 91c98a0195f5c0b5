import { createFileRoute } from '@tanstack/react-router';
import { AppEditorPage } from '../features/apps/AppEditorPage.tsx';

export const Route = createFileRoute('/template/edit/{-$id}')({ component: EditApp });

/** Without an id it is a new one (spec 1, section 2). */
function EditApp() {
  const { id } = Route.useParams();
  return <AppEditorPage app={id ?? null} work={null} />;
}
