import { ParameterControl } from './parameters/ParameterControl.tsx';
import type { Workbench } from './useWorkbench.ts';
import classes from './WordLines.module.css';

/** What is written besides the prompt: the title of a poster, the name in a logo. */
export function WordLines({ bench }: { bench: Workbench }) {
  const troubled = new Set(bench.problems.map(({ field }) => field.name));
  return (
    <div className={classes.root}>
      {bench.plan?.lines.map((field) => (
        <ParameterControl
          key={field.name}
          bench={bench}
          field={field}
          lastSeed={null}
          value={bench.values[field.name]}
          changed={bench.changed(field)}
          invalid={troubled.has(field.name)}
        />
      ))}
    </div>
  );
}
