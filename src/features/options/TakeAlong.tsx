import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import classes from './OptionsForm.module.css';

/** The way to all of one's works in one file. */
export function TakeAlong() {
  return (
    <div className={classes.choice}>
      <ButtonLink className={classes.link} variant="default" to="/archive">
        <Trans comment="Button: goes to the export of all works">Take works along…</Trans>
      </ButtonLink>
      <p className={classes.hint}>
        <Trans>All of them as one ZIP, with how each was made.</Trans>
      </p>
    </div>
  );
}
