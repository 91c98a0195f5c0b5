import { Trans, useLingui } from '@lingui/react/macro';
import { Section } from '../../ui/Page.tsx';
import classes from './HowItWorks.module.css';

/** First use: what will happen, in three honest steps. */
export function HowItWorks() {
  const { t } = useLingui();
  return (
    <Section
      title={t({ message: 'How it works', comment: 'Heading on the home page before first use' })}
    >
      <ol className={classes.steps}>
        <li className={classes.step}>
          <h3 className={classes.title}>
            <Trans>Put something in</Trans>
          </h3>
          <p className={classes.words}>
            <Trans>
              Write a sentence or choose a photo. It is kept on this device before anything is sent.
            </Trans>
          </p>
        </li>
        <li className={classes.step}>
          <h3 className={classes.title}>
            <Trans>Close the door</Trans>
          </h3>
          <p className={classes.words}>
            <Trans>
              It leaves as soon as there is a network, once and only once. Close the page, take the
              train.
            </Trans>
          </p>
        </li>
        <li className={classes.step}>
          <h3 className={classes.title}>
            <Trans>Come back</Trans>
          </h3>
          <p className={classes.words}>
            <Trans>
              The result is brought to this device and stays, with or without a network.
            </Trans>
          </p>
        </li>
      </ol>
    </Section>
  );
}
