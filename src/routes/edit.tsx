import { createFileRoute } from '@tanstack/react-router';
import { EditRedirect } from '../features/apps/EditRedirect.tsx';

export const Route = createFileRoute('/edit')({ component: EditRedirect });
