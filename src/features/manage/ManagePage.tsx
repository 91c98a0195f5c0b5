import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { isSessionUsable } from '../../db/account/session.ts';
import { useSession } from '../../live/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { Acts } from './Acts.tsx';
import { Config } from './Config.tsx';
import classes from './ManagePage.module.css';
import { People } from './People.tsx';
import type { ManageSection } from './sections.ts';

/** What whoever runs the studio sees and steers. The platform guards it; this page only knows whom to show it to. */
export function ManagePage({ section, search }: { section: ManageSection; search: string }) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Running the studio', comment: 'Title of the page for operators' }));
  const session = useSession();
  const navigate = useNavigate();
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
        <Segmented
          label={t({ message: 'What to look at', comment: 'Label of tabs' })}
          hideLabel
          value={section}
          onChange={(next) => void navigate({ to: '/manage/$section', params: { section: next } })}
          options={[
            { value: 'people', label: t({ message: 'People', comment: 'Tab' }) },
            { value: 'config', label: t({ message: 'Settings', comment: 'Tab: of the studio' }) },
            { value: 'acts', label: t({ message: 'What was done', comment: 'Tab: audit log' }) },
          ]}
        />
      </div>
      {section === 'people' && <People search={search} />}
      {section === 'config' && <Config />}
      {section === 'acts' && <Acts />}
    </Page>
  );
}
