import type { ComponentProps } from 'react';
import { PromptTools } from './PromptTools.tsx';
import { promptTools } from './tools.tsx';

/** The row with everything that is in it. */
export function AllPromptTools(props: Omit<ComponentProps<typeof PromptTools>, 'tools'>) {
  return <PromptTools tools={promptTools} {...props} />;
}
