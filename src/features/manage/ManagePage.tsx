import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { isSessionUsable } from '../../db/account/session.ts';
import { useSession } from '../../live/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { Acts } from './Acts.tsx';
import { Config } from './Config.tsx';
import classes from './ManagePage.module.css';
import { FeedbackList } from './FeedbackList.tsx';
import { Jobs } from './Jobs.tsx';
import { ModelPacks } from './ModelPacks.tsx';
import { Moderation } from './Moderation.tsx';
import { Orders } from './Orders.tsx';
import { People } from './People.tsx';
import type { ManageSection } from './sections.ts';

/** What whoever runs the studio sees and steers. The platform guards it; this page only knows whom to show it to. */
export function ManagePage({ section, search }: { section: ManageSection; search: string }) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Running the studio', comment: 'Title of the page for operators' }));
  const session = useSession();
  const sections: { name: ManageSection; words: string }[] = [
    { name: 'jobs', words: t({ message: 'Jobs', comment: 'Tab' }) },
    { name: 'people', words: t({ message: 'People', comment: 'Tab' }) },
    { name: 'orders', words: t({ message: 'Orders', comment: 'Tab: purchases' }) },
    { name: 'gallery', words: t({ message: 'Gallery', comment: 'Tab: works to look at' }) },
    { name: 'feedback', words: t({ message: 'Feedback', comment: 'Tab' }) },
    { name: 'models', words: t({ message: 'Models', comment: 'Tab: model packs of the studio' }) },
    { name: 'config', words: t({ message: 'Studio settings', comment: 'Tab' }) },
    { name: 'acts', words: t({ message: 'What was done', comment: 'Tab: audit log' }) },
  ];
  if (session === undefined) return null;
  if (!isSessionUsable(session) || !session.isSuperUser) {
    return (
      <Page width="measure">
        <EmptyState
          kind="missing"
          headingLevel={1}
          title={<Trans>This page is for whoever runs the studio</Trans>}
          actions={
            <ButtonLink to="/" variant="default">
              <Trans comment="Link to the first page">Home</Trans>
            </ButtonLink>
          }
        />
      </Page>
    );
  }
  return (
    <Page width="wide">
      <div className={classes.head}>
        <PageHeader
          title={<Trans comment="Title of the page for operators">Running the studio</Trans>}
        />
        <nav
          className={classes.sections}
          aria-label={t({ message: 'What to look at', comment: 'Label of tabs' })}
        >
          {sections.map(({ name, words }) => (
            <Link
              key={name}
              to="/manage/$section"
              params={{ section: name }}
              className={classes.section}
              aria-current={name === section ? 'page' : undefined}
            >
              {words}
            </Link>
          ))}
        </nav>
      </div>
      {section === 'jobs' && <Jobs search={search} />}
      {section === 'people' && <People search={search} />}
      {section === 'orders' && <Orders search={search} />}
      {section === 'gallery' && <Moderation />}
      {section === 'feedback' && <FeedbackList />}
      {section === 'models' && <ModelPacks />}
      {section === 'config' && <Config />}
      {section === 'acts' && <Acts />}
    </Page>
  );
}
