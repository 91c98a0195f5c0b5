import { createFileRoute } from '@tanstack/react-router';
import { DeviceModelsPage } from '../features/making/DeviceModelsPage.tsx';

export const Route = createFileRoute('/device-models')({ component: DeviceModelsPage });
