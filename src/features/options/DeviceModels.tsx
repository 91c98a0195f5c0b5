import { Trans } from '@lingui/react/macro';
import { communityOwner } from '../../domain/community.ts';
import { useOwner } from '../../live/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import classes from './OptionsForm.module.css';

/** The way to models that make pictures on this device. */
export function DeviceModels() {
  const owner = useOwner();
  // Without a platform there is nobody who could give one, or what runs it.
  if (owner === undefined || owner === communityOwner) return null;
  return (
    <div className={classes.choice}>
      <ButtonLink className={classes.link} variant="default" to="/device-models">
        <Trans comment="Link to a page">Models on this device</Trans>
      </ButtonLink>
      <p className={classes.hint}>
        <Trans>They make pictures here, without a network, an account or credits.</Trans>
      </p>
    </div>
  );
}
