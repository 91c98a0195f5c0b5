import { createFileRoute } from '@tanstack/react-router';
import { ArchivePage } from '../features/archive/ArchivePage.tsx';

export const Route = createFileRoute('/archive')({ component: ArchivePage });
