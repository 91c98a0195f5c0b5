import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { FormField } from '../form-plan.ts';
import type { Workbench } from '../useWorkbench.ts';
import classes from './cost.module.css';
import { fewerOutputs } from './savings.ts';

/** What a request for fewer outputs would save, to be pressed; its line is there whether or not it saves anything. */
export function FewerOutputsHint({ bench, field }: { bench: Workbench; field: FormField }) {
  const { plan, model, values, sizes, cost } = bench;
  if (!plan || model.cost === 0) return null;
  const [fewer] = fewerOutputs({ plan, model, values, sizes });
  const many = Number(values[field.name]);
  const few = fewer?.count;
  const saved = fewer ? cost - fewer.cost : 0;
  return (
    <p className={classes.line}>
      {fewer ? (
        <Button
          className={classes.inline}
          variant="subtle"
          size="sm"
          onClick={() => bench.setValue(field, fewer.count)}
        >
          <Plural
            value={saved}
            one={`${few} instead of ${many}: # credit less`}
            other={`${few} instead of ${many}: # credits less`}
          />
        </Button>
      ) : (
        <Trans>The fewer, the less it costs.</Trans>
      )}
    </p>
  );
}
