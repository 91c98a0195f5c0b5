import { Plural } from '@lingui/react/macro';
import { countCombinations } from '../../../domain/compare.ts';
import { readAlternatives } from '../../../domain/alternatives.ts';
import { compareCombinationsMax } from '../../../domain/limits.ts';
import type { Workbench } from '../useWorkbench.ts';
import { CompareButton } from './CompareButton.tsx';
import classes from './compare.module.css';

/** Beneath words with alternatives: how many prompts they are, and what makes a picture of each. */
export function AlternativesNote({ bench, text }: { bench: Workbench; text: string }) {
  const { choices } = readAlternatives(text, compareCombinationsMax);
  if (choices.length === 0) return null;
  const count = countCombinations(choices.map((choice) => choice.count));
  return (
    <div className={classes.note}>
      <span>
        <Plural
          value={count}
          one="The words in braces make # prompt. Generate sends them as they stand."
          other="The words in braces make # prompts. Generate sends them as they stand."
        />
      </span>
      <CompareButton bench={bench} quiet />
    </div>
  );
}
