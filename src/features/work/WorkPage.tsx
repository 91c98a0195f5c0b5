import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Suspense, useState, type ComponentType } from 'react';
import { parseWorkRouteId, type WorkId } from '../../domain/ids.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import type { PublicWaysOf } from './public/PublicDetails.tsx';
import type { PublicNeighbours } from './public/PublicWork.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { workTitle } from '../../words/work-titles.ts';
import { WorkLoading } from './WorkLoading.tsx';
import { WorkView } from './WorkView.tsx';
import { useListedWork } from './useListedWork.ts';
import type { ListSource } from './useSearchNeighbours.ts';
import { useSession } from '../../live/useSession.ts';

// What others have published needs a network anyway.
const PublicWork = lazyWithWords(() =>
  import('./public/PublicWork.tsx').then((module) => module.PublicWork),
);

/**
 * A work at its own address, for links and reloads.
 * @param id the route's, `c_{image_id}`
 * @param from the list whose works come before and after it
 */
export function WorkPage({
  id,
  from,
  PublicWays,
  neighbours,
  onGo,
  onLeave,
  Hold,
}: {
  id: string;
  from: ListSource;
  PublicWays: PublicWaysOf;
  /** Of somebody else's work, in the list that one came from. */
  neighbours: PublicNeighbours;
  onGo: (id: WorkId) => void;
  onLeave: () => void;
  /** Keeps what was sent with the page on the screen for as long as it is rendered. */
  Hold: ComponentType;
}) {
  const { t, i18n } = useLingui();
  const workId = parseWorkRouteId(id);
  const viewed = useListedWork(workId, from);
  usePageTitle(viewed ? workTitle(viewed.work, i18n).slice(0, 60) : t`Work`);
  // From one published work to the next nothing goes away and comes back.
  const [isPublic, setPublic] = useState(false);
  if (viewed !== undefined && isPublic !== (viewed === null)) setPublic(viewed === null);
  if (viewed === undefined && !isPublic) return <WorkLoading Hold={Hold} />;
  if (!viewed) {
    return (
      <Suspense fallback={<WorkLoading Hold={Hold} />}>
        <PublicWork
          id={workId}
          Ways={PublicWays}
          neighbours={neighbours}
          onGo={onGo}
          Hold={Hold}
          otherwise={<NotHere />}
        />
      </Suspense>
    );
  }
  return <WorkView viewed={viewed} form="page" onGo={onGo} onLeave={onLeave} />;
}

function NotHere() {
  const { requestSignIn } = useAppActions();
  const session = useSession();
  if (session === undefined) return null;
  return (
    <Page width="measure">
      {session === null ? (
        <EmptyState
          kind="signed-out"
          headingLevel={1}
          title={<Trans>Sign in to see this work</Trans>}
          actions={
            <Button onClick={() => void requestSignIn()}>
              <Trans comment="Button">Sign in</Trans>
            </Button>
          }
        >
          <p>
            <Trans>Works belong to the account that made them.</Trans>
          </p>
        </EmptyState>
      ) : (
        <EmptyState
          kind="filtered"
          headingLevel={1}
          title={<Trans>This work isn't on this device</Trans>}
          actions={
            <ButtonLink to="/history">
              <Trans comment="Button: to the history">See all works</Trans>
            </ButtonLink>
          }
        >
          <p>
            <Trans>
              It may have been deleted, or made by another account or on another device.
            </Trans>
          </p>
        </EmptyState>
      )}
    </Page>
  );
}
