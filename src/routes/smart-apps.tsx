import { createFileRoute } from '@tanstack/react-router';
import { AppsPage } from '../features/apps/AppsPage.tsx';

export const Route = createFileRoute('/smart-apps')({ component: AppsPage });
