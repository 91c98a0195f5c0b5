import { createFileRoute } from '@tanstack/react-router';
import { MePage } from '../features/account/MePage.tsx';

export const Route = createFileRoute('/me')({ component: MePage });
