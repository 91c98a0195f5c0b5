import { createFileRoute } from '@tanstack/react-router';
import { readPlaygroundLink } from '../features/playground/playground-link.ts';
import { PlaygroundPage } from '../features/playground/PlaygroundPage.tsx';

export const Route = createFileRoute('/generate/{-$type}/{-$model}')({
  validateSearch: readPlaygroundLink,
  component: Playground,
});

function Playground() {
  const { type, model } = Route.useParams();
  return <PlaygroundPage type={type} model={model} link={Route.useSearch()} />;
}
