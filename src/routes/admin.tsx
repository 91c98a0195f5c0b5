import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '../features/account/AdminPage.tsx';

export const Route = createFileRoute('/admin')({ component: AdminPage });
