import { Trans, useLingui } from '@lingui/react/macro';
import { useCommunity } from '../../live/useCommunity.ts';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import classes from './AboutPage.module.css';
import { Footer } from './Footer.tsx';
import { TextLinks } from './TextLinks.tsx';

/** What Kiln is, what makes its pictures, and what is kept where. */
export function AboutPage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'About', comment: 'Page title' }));
  const community = useCommunity();
  return (
    <Page width="measure">
      <AboutText hasPlatform={community === undefined ? null : community === null} />
      <TextLinks />
      <Footer />
    </Page>
  );
}

/** @param hasPlatform null until that is known */
export function AboutText({ hasPlatform }: { hasPlatform: boolean | null }) {
  return (
    <>
      <div className={classes.mark}>
        <KilnLogo size="3.5rem" />
      </div>
      <PageHeader
        title={<Trans>About Kiln</Trans>}
        description={
          <Trans>
            You put something in, close the door, walk away, and it is there when you come back.
            Kiln is a studio for pictures, video, sound and 3D that keeps its promise when the
            network doesn't.
          </Trans>
        }
      />
      <div className={classes.text}>
        {hasPlatform === true && <WithStudio />}
        {hasPlatform === false && <WithoutPlatform />}
        <Section title={<Trans>Licences</Trans>}>
          <p>
            <Trans>
              Kiln is free software under the MIT licence. It stands on the work of many: React,
              TanStack Router, Mantine, Dexie, Lingui, Workbox, Hono, PostgreSQL, sharp and others,
              each under its own licence. The typeface is Figtree by Erik Kennedy, the icons are
              Tabler's.
            </Trans>
          </p>
        </Section>
        <p className={classes.version}>
          <Trans>Version {__KILN_VERSION__}</Trans>
        </p>
      </div>
    </>
  );
}

/** What a studio with accounts makes and keeps. */
function WithStudio() {
  return (
    <>
      <Section title={<Trans>The built-in demo painter</Trans>}>
        <p>
          <Trans>
            Kiln can paint without any AI model. The demo painter is an ordinary program: it reads
            your words for moods, colours and places, and draws from them with a seed, so that the
            same words and seed give the same picture. It does not understand sentences as a model
            does; that is why its works are marked as a demo.
          </Trans>
        </p>
        <p>
          <Trans>
            Upscaling and restoring use proven methods of image processing. They need no model
            either, and they are no demo: use them on real photos.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>What is kept where</Trans>}>
        <dl className={classes.facts}>
          <div>
            <dt>
              <Trans>On this device</Trans>
            </dt>
            <dd>
              <Trans>
                Your drafts, your queue, your finished works and their small previews, the files you
                chose as a source, your options, and who is signed in. In this browser's own
                storage; clearing the site's data deletes them.
              </Trans>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>In the studio you signed in to</Trans>
            </dt>
            <dd>
              <Trans>
                Your account with a hash of your password, your requests and their results, the
                files you sent for them, and the ledger of your credits. Whoever runs the studio can
                see these.
              </Trans>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>With others</Trans>
            </dt>
            <dd>
              <Trans>
                Only when a model says so: the request then goes on to the engine that runs it.
                There is no advertising, no tracking and nothing loaded from other hosts.
              </Trans>
            </dd>
          </div>
        </dl>
      </Section>
    </>
  );
}

/** Without a platform there is no account, and the AI Horde makes everything. */
function WithoutPlatform() {
  return (
    <>
      <Section
        title={
          <Trans comment="Heading: how pictures are made without an account">
            Made by volunteers
          </Trans>
        }
      >
        <p>
          <Trans>
            The pictures are made by the AI Horde, a network of volunteers who lend their graphics
            cards, free of charge. How long it takes depends on how many wait and how many help.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>What is kept where</Trans>}>
        <dl className={classes.facts}>
          <div>
            <dt>
              <Trans>On this device</Trans>
            </dt>
            <dd>
              <Trans>
                Everything you make: drafts, queue, finished works and their small previews, the
                files you chose as a source, your options, and your AI Horde key if you gave one. In
                this browser's own storage; clearing the site's data deletes them.
              </Trans>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>With others</Trans>
            </dt>
            <dd>
              <Trans>
                A request goes to the AI Horde and to the volunteer who makes it; both can see its
                words and the picture in it. There is no advertising and no tracking, and nothing
                else is loaded from other hosts.
              </Trans>
            </dd>
          </div>
        </dl>
      </Section>
    </>
  );
}
