import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHomeShelves } from '../../live/useHomeShelves.ts';
import { useModels } from '../../live/useModels.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useSetAtom } from '../../ui/atoms.ts';
import { ButtonLink, TextLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { ExampleWall } from './ExampleWall.tsx';
import { homeTextAtom } from './home-text.ts';
import classes from './HomePage.module.css';
import { HomeTools } from './HomeTools.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { promptFieldId, PromptHero } from './PromptHero.tsx';
import { RecentWorks } from './RecentWorks.tsx';
import { WaitingShelf } from './WaitingShelf.tsx';

/** The prompt first; under it what is being made, what was made, and with what one can make more. */
export function HomePage({
  gallery = null,
  footer = null,
}: {
  /** What others have published, below everything that is one's own. */
  gallery?: ReactNode;
  /** At the very end. */
  footer?: ReactNode;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { openQueue } = useAppActions();
  const shelves = useHomeShelves();
  const models = useModels();
  const setText = useSetAtom(homeTextAtom);
  usePageTitle(null);

  const firstUse = shelves?.recent.length === 0 && shelves.waiting.length === 0;
  return (
    <Page>
      <PromptHero
        withIdeas={shelves !== undefined && !firstUse}
        onStart={(prompt) =>
          void navigate({
            to: '/generate/{-$type}/{-$model}',
            params: { type: 'Text2Img', model: undefined },
            search: prompt ? { prompt } : {},
          })
        }
      />
      {shelves && shelves.shared > 0 && (
        <Notice
          tone="active"
          title={<Trans>From another app</Trans>}
          actions={
            <ButtonLink
              to="/generate/{-$type}/{-$model}"
              params={{ type: undefined, model: undefined }}
              variant="default"
              size="sm"
            >
              <Trans comment="Link: to what another app shared">Have a look</Trans>
            </ButtonLink>
          }
        >
          <Plural
            value={shelves.shared}
            one="What you shared waits here until you use it."
            other="# things that you shared wait here until you use them."
          />
        </Notice>
      )}
      {shelves && shelves.waiting.length > 0 && (
        <Section
          title={t({
            message: 'In the kiln',
            comment: 'Heading: requests that are being made or wait',
          })}
        >
          <WaitingShelf requests={shelves.waiting} onOpen={openQueue} />
        </Section>
      )}
      {shelves && shelves.recent.length > 0 && (
        <Section
          title={t({ message: 'Fresh from the kiln', comment: 'Heading: the newest works' })}
          action={
            <TextLink to="/history" size="sm" className={classes.all}>
              <Trans comment="Link to the page with all works">All works</Trans>
            </TextLink>
          }
        >
          <RecentWorks works={shelves.recent} />
        </Section>
      )}
      {firstUse && (
        <>
          <ExampleWall
            onPick={(prompt) => {
              setText(prompt);
              document.getElementById(promptFieldId)?.focus();
            }}
          />
          <HowItWorks />
        </>
      )}
      {/* Never before what stands above it, which would push it away under the reader. */}
      {shelves && models && models.length > 0 && <HomeTools models={models} />}
      {shelves && gallery}
      {shelves && footer}
    </Page>
  );
}
