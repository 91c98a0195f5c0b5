import { createFileRoute, useLocation } from '@tanstack/react-router';
import { AppEditorPage } from '../features/apps/AppEditorPage.tsx';
import { isUuid } from '../domain/ids.ts';

export const Route = createFileRoute('/template/new')({ component: NewApp });

/** Spec 1, section 2: what an app is made of comes with the navigation; it outlives a reload, and no link carries it. */
function NewApp() {
  const work = useLocation({ select: ({ state }) => state.appOf });
  return <AppEditorPage app={null} work={work !== undefined && isUuid(work) ? work : null} />;
}
