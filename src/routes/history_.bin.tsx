import { createFileRoute } from '@tanstack/react-router';
import { BinPage } from '../features/history/BinPage.tsx';

export const Route = createFileRoute('/history_/bin')({ component: BinPage });
