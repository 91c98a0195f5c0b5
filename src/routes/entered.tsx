import { createFileRoute } from '@tanstack/react-router';
import { EnteredPage } from '../features/account/EnteredPage.tsx';

export const Route = createFileRoute('/entered')({ component: EnteredPage });
