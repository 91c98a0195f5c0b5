import { createFileRoute } from '@tanstack/react-router';
import { QueuePage } from '../features/queue/QueuePage.tsx';

export const Route = createFileRoute('/queue')({ component: QueuePage });
