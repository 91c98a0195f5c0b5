import { Trans } from '@lingui/react/macro';
import { NumberControl } from '../parameters/NumberControl.tsx';
import classes from '../parameters/parameters.module.css';
import type { Workbench } from '../useWorkbench.ts';

/** What models call the soft edge of a mask, and how far it reaches beyond what was marked. */
const feather = 'feather';
const ofMasks: ReadonlySet<string> = new Set([feather, 'grow']);

/** The soft edge that the request asks for, in pixels of the picture. */
export function featherOf({ values }: Workbench): number {
  const value = values[feather];
  return typeof value === 'number' ? value : 0;
}

/**
 * Settings of the request that are about its mask, where one sees what they do. Only those that the model has, and a
 * word where it has no soft edge: one drawn into the mask itself would be cut hard again by every engine.
 */
export function MaskSettings({ bench }: { bench: Workbench }) {
  const fields = bench.plan?.fields.filter(({ name }) => ofMasks.has(name)) ?? [];
  const isHard = !fields.some(({ name }) => name === feather);
  return (
    <>
      {isHard && (
        <p className={classes.hint}>
          <Trans comment="Of the edge of what was marked on a picture">
            The edge of the marks is hard with this model: mark a little more than what is to
            change.
          </Trans>
        </p>
      )}
      {fields.map((field) => (
        <NumberControl
          key={field.name}
          field={field}
          id={`drawing-${field.name}`}
          value={bench.values[field.name]}
          changed={bench.changed(field)}
          invalid={false}
          onChange={(value) => bench.setValue(field, value)}
          onReset={() => bench.reset([field])}
        />
      ))}
    </>
  );
}
