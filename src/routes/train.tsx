import { createFileRoute } from '@tanstack/react-router';
import { TrainPage } from '../features/train/TrainPage.tsx';

export const Route = createFileRoute('/train')({ component: TrainPage });
