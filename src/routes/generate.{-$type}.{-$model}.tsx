import { createFileRoute } from '@tanstack/react-router';
import type { WorkRow } from '../db/schema.ts';
import { readPlaygroundLink } from '../features/playground/playground-link.ts';
import { PlaygroundPage } from '../features/playground/PlaygroundPage.tsx';
import { WorkButtonsContext } from '../features/playground/result/work-buttons.ts';
import { lazyWithWords } from '../words/lazy-words.ts';

const WorkButtons = lazyWithWords(
  async () => (await import('../features/work/WorkButtons.tsx')).WorkButtons,
);

/** One value for good, so that nothing below is drawn anew when this page is. */
const workButtons = (work: WorkRow) => <WorkButtons work={work} />;

export const Route = createFileRoute('/generate/{-$type}/{-$model}')({
  validateSearch: readPlaygroundLink,
  component: Playground,
});

function Playground() {
  const { type, model } = Route.useParams();
  return (
    <WorkButtonsContext value={workButtons}>
      <PlaygroundPage type={type} model={model} link={Route.useSearch()} />
    </WorkButtonsContext>
  );
}
