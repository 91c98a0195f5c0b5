import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useAppActions } from '../../ui/useAppActions.ts';
import { Section } from '../../ui/Page.tsx';
import { Step, Steps } from '../../ui/Steps.tsx';

/** First use: what will happen, in three honest steps. */
export function HowItWorks() {
  const { t } = useLingui();
  const { openGuide } = useAppActions();
  return (
    <Section
      title={t({ message: 'How it works', comment: 'Heading on the home page before first use' })}
      action={
        <Button variant="subtle" size="sm" onClick={openGuide}>
          <Trans comment="Button: opens the guide, nine cards">Show me around</Trans>
        </Button>
      }
    >
      <Steps>
        <Step title={<Trans>Put something in</Trans>}>
          <Trans>
            Write a sentence or choose a photo. It is kept on this device before anything is sent.
          </Trans>
        </Step>
        <Step title={<Trans>Close the door</Trans>}>
          <Trans>
            It leaves as soon as there is a network, once and only once. Close the page, take the
            train.
          </Trans>
        </Step>
        <Step title={<Trans>Come back</Trans>}>
          <Trans>The result is brought to this device and stays, with or without a network.</Trans>
        </Step>
      </Steps>
    </Section>
  );
}
