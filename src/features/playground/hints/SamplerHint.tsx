import { Plural, Trans } from '@lingui/react/macro';
import { adaptiveSamplerSteps } from '../../../domain/limits.ts';
import { samplerPace } from '../../../domain/upfront.ts';
import classes from './parameters.module.css';

/** What a sampler costs in time; nothing of one that is as fast as most. */
export function SamplerHint({ sampler }: { sampler: string }) {
  const pace = samplerPace(sampler);
  if (pace === 'plain') return null;
  return (
    <p className={classes.hint}>
      {pace === 'twice' ? (
        <Trans comment="Of a sampler">Works twice at each step: about twice the time.</Trans>
      ) : (
        <Plural
          value={adaptiveSamplerSteps}
          one="Chooses its steps by itself: about the time of # step."
          other="Chooses its steps by itself: about the time of # steps."
        />
      )}
    </p>
  );
}
