import { Page } from '../../ui/Page.tsx';
import { ExampleWall } from './ExampleWall.tsx';
import { PromptHero } from './PromptHero.tsx';

const nothing = () => {};

/**
 * Home as index.html has it before any code of the app is there: rendered at build time, once per language, never in a
 * browser. What a newcomer sees below the prompt is hidden from everybody else.
 */
export function HomeShell() {
  return (
    <Page>
      <PromptHero withIdeas={false} onStart={nothing} />
      <div className="kiln-shell-newcomer">
        <ExampleWall isShell onPick={nothing} />
      </div>
    </Page>
  );
}
