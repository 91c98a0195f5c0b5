import { Plural, Trans } from '@lingui/react/macro';
import { adaptiveSamplerSteps } from '../../../domain/limits.ts';
import { samplerPace } from '../../../domain/upfront.ts';
import classes from '../parameters/parameters.module.css';

/** What a sampler costs in time, and in kudos where those are asked for; nothing of one that is as fast as most. */
export function SamplerHint({ sampler, inKudos }: { sampler: string; inKudos: boolean }) {
  const pace = samplerPace(sampler);
  if (pace === 'plain') return null;
  if (inKudos) {
    return (
      <p className={classes.hint}>
        {pace === 'twice' ? (
          <Trans comment="Of a sampler">
            Works twice at each step: about twice the time, and twice the kudos.
          </Trans>
        ) : (
          <Plural
            value={adaptiveSamplerSteps}
            one="Chooses its steps by itself: about the time and the kudos of # step."
            other="Chooses its steps by itself: about the time and the kudos of # steps."
          />
        )}
      </p>
    );
  }
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
