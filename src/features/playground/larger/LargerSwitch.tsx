import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useId } from 'react';
import { dimensionRangeLarger } from '../../../domain/limits.ts';
import type { FormField } from '../form-plan.ts';
import classes from '../parameters/parameters.module.css';
import type { Workbench } from '../useWorkbench.ts';

/** Spec 1, section 9: larger sizes and more steps for those who want them, where the model can. */
export function LargerSwitch({ bench }: { bench: Workbench }) {
  const { t } = useLingui();
  const hint = useId();
  const mostOf = (field: FormField | null | undefined) => field?.property['x-larger-maximum'];
  const side = mostOf(bench.plan?.width) ?? mostOf(bench.plan?.height) ?? dimensionRangeLarger.max;
  const steps = mostOf(bench.plan?.fields.find(({ name }) => name === 'steps'));
  return (
    <div>
      <Switch
        label={t({
          message: 'Larger parameters',
          comment: 'Switch: sizes and steps beyond the usual limits',
        })}
        aria-describedby={hint}
        checked={bench.isLarger}
        onChange={(event) => bench.setLarger(event.currentTarget.checked)}
      />
      <p id={hint} className={classes.hint}>
        {steps === undefined ? (
          <Trans>Sides up to {side} px: slower, and often no better.</Trans>
        ) : bench.plan?.width ? (
          <Trans>
            Sides up to {side} px and up to {steps} steps: slower, and often no better.
          </Trans>
        ) : (
          <Trans>Up to {steps} steps: slower, and often no better.</Trans>
        )}
      </p>
    </div>
  );
}
