import { createFileRoute } from '@tanstack/react-router';
import { OptionsPage } from '../features/options/OptionsPage.tsx';

export const Route = createFileRoute('/options')({ component: OptionsPage });
